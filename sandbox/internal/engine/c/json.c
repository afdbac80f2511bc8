// JSON.parse and JSON.stringify for what most programs give them: text of Latin-1 without a function,
// and plain objects and arrays. They run no script, so nothing changes meanwhile. What they do not
// handle, errors too, they leave to the engine's own functions, which begin anew. build.sh appends
// this file to quickjs.c.

// As many shapes of objects are kept, one for each depth: the next object there is probably alike.
enum { JSON_SHAPES = 8 };

struct json_reader {
	JSContext *ctx;
	const uint8_t *at, *end;
	JSProperty *values; // of the arrays and objects that are being read
	uint32_t count, capacity;
	JSShape *shapes[JSON_SHAPES];
	bool simple; // no name since this was set is empty or has escapes
};

static void json_space(struct json_reader *r) {
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\r' || *r->at == '\t')) r->at++;
}

// json_skip skips a character and the space around it.
static bool json_skip(struct json_reader *r, uint8_t c) {
	json_space(r);
	if (r->at >= r->end || *r->at != c) return false;
	r->at++;
	json_space(r);
	return true;
}

static bool json_push(struct json_reader *r, JSValue v) {
	if (r->count == r->capacity) {
		uint32_t capacity = r->capacity ? r->capacity * 2 : 64;
		JSProperty *values = js_realloc(r->ctx, r->values, capacity * sizeof *values);
		if (!values) {
			JS_FreeValue(r->ctx, v);
			return false;
		}
		r->values = values;
		r->capacity = capacity;
	}
	r->values[r->count++].u.value = v;
	return true;
}

static const uint8_t *json_plain_end(struct json_reader *r) {
	const uint8_t *p = r->at;
	while (p < r->end && *p != '"' && *p != '\\' && *p >= 0x20) p++;
	return p;
}

static JSValue json_escapes(struct json_reader *r) {
	static const char from[] = "bfnrt\"\\/", to[] = "\b\f\n\r\t\"\\/";
	StringBuffer b;
	string_buffer_init(r->ctx, &b, 32);
	for (;;) {
		const uint8_t *p = json_plain_end(r);
		string_buffer_write8(&b, r->at, p - r->at);
		r->at = p + 1;
		if (p >= r->end || *p < 0x20) break;
		if (*p == '"') return string_buffer_end(&b);
		if (r->at >= r->end) break;
		uint8_t c = *r->at++;
		const char *escape = c ? strchr(from, c) : NULL;
		if (escape) {
			string_buffer_putc8(&b, to[escape - from]);
			continue;
		}
		if (c != 'u' || r->end - r->at < 4) break;
		uint32_t unit = 0;
		for (int i = 0; i < 4; i++) {
			int digit = from_hex(*r->at++);
			if (digit < 0) goto fail;
			unit = unit << 4 | digit;
		}
		string_buffer_putc16(&b, unit);
	}
fail:
	string_buffer_free(&b);
	return JS_EXCEPTION;
}

// json_string reads a string after its first quote.
static JSValue json_string(struct json_reader *r) {
	const uint8_t *start = r->at, *p = json_plain_end(r);
	if (p >= r->end || *p < 0x20) return JS_EXCEPTION;
	if (*p == '\\') return json_escapes(r);
	r->at = p + 1;
	return js_new_string8_len(r->ctx, (const char *)start, p - start);
}

static JSAtom json_name(struct json_reader *r) {
	const uint8_t *start = r->at, *p = json_plain_end(r);
	uint8_t all = 0;
	for (const uint8_t *q = start; q < p; q++) all |= *q;
	if (p < r->end && *p == '"' && all < 0x80 && p > start) {
		r->at = p + 1;
		return JS_NewAtomLen(r->ctx, (const char *)start, p - start);
	}
	r->simple = false;
	JSValue v = json_string(r);
	return JS_IsException(v) ? JS_ATOM_NULL : JS_NewAtomStr(r->ctx, JS_VALUE_GET_STRING(v));
}

// json_is_next reports whether the next name is that of a property, and skips it then.
static bool json_is_next(struct json_reader *r, JSAtom atom) {
	if (__JS_AtomIsTaggedInt(atom)) return false;
	JSString *s = r->ctx->rt->atom_array[atom];
	uint32_t n = s->len;
	if (s->is_wide_char || s->kind != JS_STRING_KIND_NORMAL || r->end - r->at <= n || r->at[n] != '"') return false;
	const uint8_t *name = str8(s);
	for (uint32_t i = 0; i < n; i++) if (name[i] != r->at[i]) return false;
	r->at += n + 1;
	return true;
}

static JSValue json_number(struct json_reader *r) {
	static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
	const uint8_t *start = r->at, *p = start;
	bool negative = *p == '-';
	if (negative) p++;
	const uint8_t *first = p;
	int64_t n = 0;
	int digits = 0, scale = 0;
	bool short_form = true;
	for (; p < r->end && is_digit(*p); p++, digits++) if (digits < 15) n = n * 10 + (*p - '0');
	if (digits == 0 || (digits > 1 && *first == '0')) return JS_EXCEPTION;
	if (p < r->end && *p == '.') {
		for (p++; p < r->end && is_digit(*p); p++, digits++, scale++) if (digits < 15) n = n * 10 + (*p - '0');
		if (scale == 0) return JS_EXCEPTION;
	}
	if (p < r->end && (*p == 'e' || *p == 'E')) {
		short_form = false;
		p++;
		if (p < r->end && (*p == '+' || *p == '-')) p++;
		const uint8_t *exponent = p;
		while (p < r->end && is_digit(*p)) p++;
		if (p == exponent) return JS_EXCEPTION;
	}
	r->at = p;
	if (short_form && digits <= 15) {
		// Both numbers are exact, so the quotient is the nearest number.
		if (scale == 0 && n <= INT32_MAX && !(negative && n == 0)) return js_int32(negative ? -n : n);
		double d = (double)n / powers[scale];
		return js_float64(negative ? -d : d);
	}
	char text[64];
	if (p - start >= sizeof text) return JS_EXCEPTION;
	memcpy(text, start, p - start);
	text[p - start] = 0;
	return js_float64(strtod(text, NULL));
}

static JSValue json_word(struct json_reader *r, const char *word, JSValue v) {
	size_t n = strlen(word);
	if (r->end - r->at < n || memcmp(r->at, word, n) != 0) return JS_EXCEPTION;
	r->at += n;
	return v;
}

static JSValue json_read(struct json_reader *r, uint32_t depth);

static JSValue json_array(struct json_reader *r, uint32_t depth) {
	r->at++;
	json_space(r);
	uint32_t base = r->count;
	if (r->at < r->end && *r->at == ']') {
		r->at++;
		return JS_NewArray(r->ctx);
	}
	do {
		JSValue v = json_read(r, depth + 1);
		if (JS_IsException(v) || !json_push(r, v)) return JS_EXCEPTION;
	} while (json_skip(r, ','));
	if (r->at >= r->end || *r->at != ']') return JS_EXCEPTION;
	r->at++;
	uint32_t count = r->count - base;
	r->count = base;
	return JS_NewArrayFrom(r->ctx, count, &r->values[base].u.value);
}

// json_begin makes an object with the first properties of a shape, whose values are the last.
static JSValue json_begin(struct json_reader *r, JSShape *shape, uint32_t count) {
	JSContext *ctx = r->ctx;
	r->count -= count;
	JSProperty *values = r->values + r->count;
	if (shape && count == shape->prop_count) return JS_NewObjectFromShape(ctx, js_dup_shape(shape), JS_CLASS_OBJECT, values);
	JSValue object = JS_NewObject(ctx);
	for (uint32_t i = 0; i < count; i++) {
		if (JS_IsException(object)) {
			JS_FreeValue(ctx, values[i].u.value);
		} else if (add_value(ctx, object, get_shape_prop(shape)[i].atom, values[i].u.value) < 0) {
			JS_FreeValue(ctx, object);
			object = JS_EXCEPTION;
		}
	}
	return object;
}

static JSValue json_object(struct json_reader *r, uint32_t depth) {
	JSContext *ctx = r->ctx;
	JSShape *shape = depth < JSON_SHAPES ? r->shapes[depth] : NULL;
	uint32_t count = 0, alike = shape ? shape->prop_count : 0;
	JSValue object = JS_UNDEFINED; // while all names are those of the shape
	bool simple = true;
	r->at++;
	json_space(r);
	if (r->at < r->end && *r->at == '}') {
		r->at++;
		return JS_NewObject(ctx);
	}
	do {
		if (r->at >= r->end || *r->at++ != '"') goto fail;
		JSAtom atom = JS_ATOM_NULL;
		if (!JS_IsUndefined(object) || count == alike || !json_is_next(r, get_shape_prop(shape)[count].atom)) {
			if (JS_IsUndefined(object)) object = json_begin(r, shape, count);
			if (JS_IsException(object)) return object;
			r->simple = true;
			atom = json_name(r);
			simple = simple && r->simple;
			if (atom == JS_ATOM_NULL) goto fail;
		}
		JSValue v = json_skip(r, ':') ? json_read(r, depth + 1) : JS_EXCEPTION;
		if (JS_IsException(v)) {
			JS_FreeAtom(ctx, atom);
			goto fail;
		}
		if (atom == JS_ATOM_NULL) {
			if (!json_push(r, v)) return JS_EXCEPTION;
			count++;
			continue;
		}
		int ok = add_value(ctx, object, atom, v);
		JS_FreeAtom(ctx, atom);
		if (ok < 0) goto fail;
	} while (json_skip(r, ','));
	if (r->at >= r->end || *r->at != '}') goto fail;
	r->at++;
	if (JS_IsUndefined(object)) return json_begin(r, shape, count);
	JSShape *made = JS_VALUE_GET_OBJ(object)->shape;
	if (depth < JSON_SHAPES && simple && made->is_hashed) {
		js_free_shape_null(ctx->rt, shape);
		r->shapes[depth] = js_dup_shape(made);
	}
	return object;
fail:
	JS_FreeValue(ctx, object);
	return JS_EXCEPTION;
}

// json_read returns an exception for what it does not handle. There may be no error then.
static JSValue json_read(struct json_reader *r, uint32_t depth) {
	if (r->at >= r->end || js_check_stack_overflow(r->ctx->rt, 0)) return JS_EXCEPTION;
	switch (*r->at) {
	case '{': return json_object(r, depth);
	case '[': return json_array(r, depth);
	case '"': r->at++; return json_string(r);
	case 't': return json_word(r, "true", JS_TRUE);
	case 'f': return json_word(r, "false", JS_FALSE);
	case 'n': return json_word(r, "null", JS_NULL);
	}
	return json_number(r);
}

static JSValue json_parse(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv) {
	if (!JS_IsString(argv[0]) || JS_VALUE_GET_TAG(argv[0]) != JS_TAG_STRING || JS_VALUE_GET_STRING(argv[0])->is_wide_char || (argc > 1 && JS_IsFunction(ctx, argv[1])))
		return js_json_parse(ctx, this_value, argc, argv);
	JSString *text = JS_VALUE_GET_STRING(argv[0]);
	struct json_reader r = {.ctx = ctx, .at = str8(text), .end = str8(text) + text->len};
	json_space(&r);
	JSValue v = json_read(&r, 0);
	json_space(&r);
	for (int i = 0; i < JSON_SHAPES; i++) js_free_shape_null(ctx->rt, r.shapes[i]);
	for (uint32_t i = 0; i < r.count; i++) JS_FreeValue(ctx, r.values[i].u.value);
	js_free(ctx, r.values);
	if (!JS_IsException(v) && r.at == r.end) return v;
	JS_FreeValue(ctx, JS_IsException(v) ? JS_GetException(ctx) : v);
	return js_json_parse(ctx, this_value, argc, argv);
}

// json_quoted writes a string of Latin-1.
static void json_quoted(StringBuffer *b, const uint8_t *s, uint32_t n) {
	static const char from[] = "\b\f\n\r\t\"\\", to[] = "bfnrt\"\\";
	uint32_t start = 0;
	string_buffer_putc8(b, '"');
	for (uint32_t i = 0; i < n; i++) {
		uint8_t c = s[i];
		if (c >= 0x20 && c != '"' && c != '\\') continue;
		string_buffer_write8(b, s + start, i - start);
		start = i + 1;
		const char *escape = c ? strchr(from, c) : NULL;
		char text[8];
		if (escape) snprintf(text, sizeof text, "\\%c", to[escape - from]);
		else snprintf(text, sizeof text, "\\u%04x", c);
		string_buffer_puts8(b, text);
	}
	string_buffer_write8(b, s + start, n - start);
	string_buffer_putc8(b, '"');
}

static bool json_write(JSContext *ctx, StringBuffer *b, JSValueConst v);

static bool json_write_object(JSContext *ctx, StringBuffer *b, JSObject *p) {
	JSShape *shape = p->shape;
	if (p->is_exotic || !shape->is_hashed || shape->proto != JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_OBJECT])) return false;
	char before = '{';
	for (int i = 0; i < shape->prop_count; i++) {
		JSShapeProperty *property = &get_shape_prop(shape)[i];
		JSAtom atom = property->atom;
		if (atom == JS_ATOM_NULL || atom == JS_ATOM_toJSON || property->flags != JS_PROP_C_W_E || __JS_AtomIsTaggedInt(atom)) return false;
		JSString *name = ctx->rt->atom_array[atom];
		if (name->atom_type != JS_ATOM_TYPE_STRING || name->is_wide_char || (name->len > 0 && is_digit(str8(name)[0]))) return false;
		JSValueConst v = p->prop[i].u.value;
		if (JS_IsUndefined(v)) continue;
		string_buffer_putc8(b, before);
		before = ',';
		json_quoted(b, str8(name), name->len);
		string_buffer_putc8(b, ':');
		if (!json_write(ctx, b, v)) return false;
	}
	if (before == '{') string_buffer_putc8(b, before);
	string_buffer_putc8(b, '}');
	return true;
}

static bool json_write_array(JSContext *ctx, StringBuffer *b, JSObject *p) {
	// This shape has no property but the length.
	if (p->shape != ctx->array_shape || !p->fast_array || JS_VALUE_GET_TAG(p->prop[0].u.value) != JS_TAG_INT || JS_VALUE_GET_INT(p->prop[0].u.value) != p->u.array.count) return false;
	string_buffer_putc8(b, '[');
	for (uint32_t i = 0; i < p->u.array.count; i++) {
		if (i > 0) string_buffer_putc8(b, ',');
		JSValueConst v = p->u.array.u.values[i];
		if (!json_write(ctx, b, JS_IsUndefined(v) ? JS_NULL : v)) return false;
	}
	string_buffer_putc8(b, ']');
	return true;
}

// json_write reports false for what it does not handle.
static bool json_write(JSContext *ctx, StringBuffer *b, JSValueConst v) {
	char text[32];
	JSString *s;
	JSValue quoted;
	if (b->error_status) return false;
	switch (JS_VALUE_GET_NORM_TAG(v)) {
	case JS_TAG_INT:
		string_buffer_write8(b, (uint8_t *)text, i32toa(text, JS_VALUE_GET_INT(v)));
		return true;
	case JS_TAG_FLOAT64:
		quoted = isfinite(JS_VALUE_GET_FLOAT64(v)) ? js_dtoa2(ctx, JS_VALUE_GET_FLOAT64(v), 10, 0, JS_DTOA_FORMAT_FREE) : JS_NULL;
		return string_buffer_concat_value_free(b, quoted) == 0;
	case JS_TAG_BOOL:
		string_buffer_puts8(b, JS_VALUE_GET_BOOL(v) ? "true" : "false");
		return true;
	case JS_TAG_NULL:
		string_buffer_puts8(b, "null");
		return true;
	case JS_TAG_STRING:
		s = JS_VALUE_GET_STRING(v);
		if (!s->is_wide_char) {
			json_quoted(b, str8(s), s->len);
			return true;
		}
		// fall through
	case JS_TAG_STRING_ROPE:
		quoted = JS_ToQuotedString(ctx, v);
		return !JS_IsException(quoted) && string_buffer_concat_value_free(b, quoted) == 0;
	case JS_TAG_OBJECT:
		if (js_check_stack_overflow(ctx->rt, 0)) return false; // circles too
		if (JS_VALUE_GET_OBJ(v)->class_id == JS_CLASS_OBJECT) return json_write_object(ctx, b, JS_VALUE_GET_OBJ(v));
		if (JS_VALUE_GET_OBJ(v)->class_id == JS_CLASS_ARRAY) return json_write_array(ctx, b, JS_VALUE_GET_OBJ(v));
	}
	return false;
}

static JSValue json_stringify(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv) {
	JSObject *object = JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_OBJECT]), *array = JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_ARRAY]);
	if (!JS_IsObject(argv[0]) || !JS_IsUndefined(argv[1]) || !JS_IsUndefined(argv[2]) || find_own_property1(object, JS_ATOM_toJSON) || find_own_property1(array, JS_ATOM_toJSON) || array->shape->proto != object)
		return js_json_stringify(ctx, this_value, argc, argv);
	StringBuffer b;
	string_buffer_init(ctx, &b, 128);
	if (json_write(ctx, &b, argv[0])) return string_buffer_end(&b);
	string_buffer_free(&b);
	JS_FreeValue(ctx, JS_GetException(ctx));
	return js_json_stringify(ctx, this_value, argc, argv);
}

bool json_open(JSContext *ctx, JSValueConst json) {
	return JS_DefinePropertyValueStr(ctx, json, "parse", JS_NewCFunction(ctx, json_parse, "parse", 2), JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE) >= 0 &&
		JS_DefinePropertyValueStr(ctx, json, "stringify", JS_NewCFunction(ctx, json_stringify, "stringify", 3), JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE) >= 0;
}
