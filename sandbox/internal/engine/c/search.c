// The search for the start of a match. An expression without the flag y begins with a loop that tries
// each position, five instructions for one at which nothing matches. This file runs that loop, and
// tries only positions whose characters can begin a match. build.sh appends it to libregexp.c.

// Characters at a place: those below 256, and whether there may be others.
struct characters {
	uint32_t bits[8];
	bool others;
	int steps; // instructions that may still be read to find them
};

static void add(struct characters *set, uint32_t low, uint32_t high) {
	if (high > 255) set->others = true;
	for (uint32_t c = low; c <= high && c < 256; c++) set->bits[c / 32] |= 1u << c % 32;
}

// add_both is add for an expression that ignores case. It may add too many.
static void add_both(struct characters *set, uint32_t low, uint32_t high) {
	add(set, low, high);
	for (uint32_t c = low; c <= high && c < 128; c++) {
		uint32_t other = c ^ 0x20;
		if ((other | 0x20) >= 'a' && (other | 0x20) <= 'z') add(set, other, other);
	}
	if (high > 127) add(set, 128, 255);
	set->others = true;
}

static bool contains(const struct characters *set, uint32_t c) {
	return c < 256 ? set->bits[c / 32] >> c % 32 & 1 : set->others;
}

// find adds what a match of the instructions at pc can have after so many characters, if it begins
// after the start of the text. It reports false if it does not know, or if a match can be shorter.
static bool find(struct characters *set, const uint8_t *pc, int after) {
	while (set->steps-- > 0) {
		int opcode = *pc++;
		int length = 0; // of the operands of an instruction that takes a character
		switch (opcode) {
		case REOP_char:
		case REOP_char_i:
			length = 2;
			if (after == 0) (opcode == REOP_char ? add : add_both)(set, get_u16(pc), get_u16(pc));
			break;
		case REOP_range:
		case REOP_range_i:
			length = 2 + 4 * get_u16(pc);
			for (int i = 2; after == 0 && i < length; i += 4) {
				(opcode == REOP_range ? add : add_both)(set, get_u16(pc + i), get_u16(pc + i + 2));
			}
			break;
		case REOP_space:
			add(set, '\t', '\r');
			add(set, ' ', ' ');
			add(set, 0xa0, 0xffff);
			break;
		case REOP_dot:
		case REOP_any:
		case REOP_not_space:
			add(set, 0, 0xffff);
			break;
		case REOP_line_start:
			return true; // not after the start
		case REOP_split_goto_first:
		case REOP_split_next_first:
			if (!find(set, pc + 4, after)) return false;
			pc += 4 + (int)get_u32(pc);
			continue;
		case REOP_goto:
			pc += 4 + (int)get_u32(pc);
			continue;
		// What takes no character may narrow the choice. It is not looked at.
		case REOP_lookahead:
		case REOP_negative_lookahead:
			pc += 4 + (int)get_u32(pc);
			continue;
		case REOP_line_start_m:
		case REOP_word_boundary:
		case REOP_word_boundary_i:
		case REOP_not_word_boundary:
		case REOP_not_word_boundary_i:
			continue;
		case REOP_save_start:
		case REOP_save_end:
		case REOP_set_char_pos:
			pc += 1;
			continue;
		case REOP_save_reset:
			pc += 2;
			continue;
		case REOP_set_i32:
			pc += 5;
			continue;
		default:
			return false;
		}
		if (after == 0) return true;
		after--;
		pc += length;
	}
	return false;
}

// SCAN looks for the first characters of a match, of which so many are known.
#define SCAN(type) \
	for (const type *p = (const type *)at; (const type *)end - p >= known; p++) \
		if (contains(&first[0], p[0]) && (known == 1 || contains(&first[1], p[1]))) return (const uint8_t *)p; \
	return NULL;

// next_start returns the next position after at that can begin a match, or NULL.
static const uint8_t *next_start(REExecContext *s, const struct characters *first, int known, const uint8_t *at) {
	const uint8_t *end = s->cbuf_end;
	uint32_t c;
	if (at == end) return NULL;
	GET_CHAR(c, at, end, s->cbuf_type);
	if (known == 0) return at;
	if (s->cbuf_type == 0) { SCAN(uint8_t) }
	if (s->cbuf_type == 1) { SCAN(uint16_t) }
	while (at < end) { // two of UTF-16 may be one character
		const uint8_t *start = at;
		GET_CHAR(c, at, end, s->cbuf_type);
		if (contains(&first[0], c)) return start;
	}
	return NULL;
}
#undef SCAN

// search runs the instructions of an expression for position at, and for later ones if the expression
// begins with that loop.
static intptr_t search(REExecContext *s, uint8_t **capture, const uint8_t *pc, const uint8_t *at) {
	enum { LOOP = 5 + 1 + 5 }; // split_goto_first, any, goto
	bool once = *pc == REOP_save_start;
	if (!once) pc += LOOP;
	intptr_t result = lre_exec_backtrack(s, capture, pc, at);
	if (once || result != 0) return result;
	struct characters first[2] = {{.steps = 64}, {.steps = 64}};
	int known = 0;
	while (known < 2 && find(&first[known], pc, known)) known++;
	while ((at = next_start(s, first, known, at))) {
		if (lre_poll_timeout(s)) return LRE_RET_TIMEOUT;
		for (int i = 0; i < 2 * s->capture_count; i++) capture[i] = NULL;
		result = lre_exec_backtrack(s, capture, pc, at);
		if (result != 0) return result;
	}
	return 0;
}
