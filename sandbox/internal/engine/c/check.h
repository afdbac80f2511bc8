// A check at a place that build.sh chooses, beside those that the compiler makes.
void __sanitizer_cov_trace_pc(void);
#define check_loop __sanitizer_cov_trace_pc
