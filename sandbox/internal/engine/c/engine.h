// What the files of the engine share. The host is the Go program that runs the engine.
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>
#include <stdint.h>
#include "quickjs.h"

#define EXPORT(name) __attribute__((export_name(name)))
#define IMPORT(name) __attribute__((import_module("host"), import_name(name)))

extern JSContext *ctx;

// exchange is at a fixed address. The host writes what it gives to the engine at in, and reads what
// the engine gives to it at out.
struct exchange {
	uint32_t in, in_capacity;
	uint32_t out, out_length;
	uint32_t exhausted; // 1: an allocation failed
	uint32_t seed[4];   // of Math.random, written by the host before each call
	uint32_t interrupted; // 1: the host has asked for the end of the script
};
extern struct exchange exchange;

bool reserve_in(uint32_t n);

// check.c
uint32_t check_bytes(uint32_t n);

// codec.c

// Up to as many objects are found without a table, and up to as many arguments are on the stack.
enum { FEW = 16 };

struct writer {
	uint8_t *data;
	uint32_t length, capacity;
	JSValueConst *seen; // the objects written, for references to them
	uint32_t seen_count, seen_capacity;
	uint32_t *slots; // hash table from objects to indexes of seen + 1
	uint32_t slot_count;
	int depth;
	JSValueConst few[FEW]; // what seen is at first
};

void writer_open(struct writer *w);
void writer_restart(struct writer *w);
bool write_value(struct writer *w, JSValueConst v); // false: an exception is pending
bool write_arguments(struct writer *w, int argc, JSValueConst *argv);
void write_error(struct writer *w, JSValueConst error); // never fails; also for values that are no errors
void writer_close(struct writer *w); // makes the text that of exchange.out

// read_value returns the value at exchange.in, or an exception.
JSValue read_value(uint32_t length);

struct arguments {
	JSAtom name;
	JSValue *values;
	uint32_t count;
	JSValue few[FEW]; // what values is for few
};
// arguments_close must follow read_call, also if it returns false: an exception is pending then.
bool read_call(uint32_t length, struct arguments *a);
void arguments_close(struct arguments *a);

// helpers.c: functions of the prelude that the codec calls.
enum helper {
	NEW_MAP, MAP_SET, MAP_ENTRIES, NEW_SET, SET_ADD, SET_VALUES, DATE_VALUE, BIGINT_HEX, NEW_BIGINT,
	NEW_ERROR, REGEXP_PARTS, NEW_REGEXP, UNBOX, BOX, VIEW_BYTES, NEW_VIEW, CLONE_ERROR, RUN_TIMER, RUN_TICKS, NO_EXPORT, COMPLETION, END_CALL,
	RESOLVE_MODULE, LOAD_MODULE, IMPORT_META,
	HELPER_COUNT
};
bool helpers_open(JSValueConst object);
JSValue help(enum helper which, int argc, JSValueConst *argv);

// modules.c
void modules_open(JSRuntime *runtime);
bool describe_module(JSModuleDef *m);

// natives.c
bool natives_open(JSValueConst global, JSValueConst natives);
JSValue define_native(const char *name, int id, bool async);
void settle(uint32_t slot, bool ok, uint32_t length);
void forget_pending(void);
uint32_t pending_count(void);
extern bool ticks_queued;

#endif
