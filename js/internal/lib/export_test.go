package lib

// CompileAnew compiles a module that may have been compiled before.
var CompileAnew = compile
