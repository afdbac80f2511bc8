// fetch, on one function of the host that sends a request and returns the whole response.
const sendByHost = hostFunction("fetch", 9, true); // {id, url, method, headers, redirect, body}
const abortByHost = hostFunction("abort", 10); // id
let requests = 0;

const latin1Text = (bytes) => textOfUnits(bytes);
const unescapeName = (text) => decoders.utf8(encoders.latin1(text)).replaceAll("%0D%0A", "\r\n").replaceAll("%22", '"');
const parameter = (text, name) => {
	const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]*))`, "i").exec(text);
	return found ? found[1] ?? found[2] : undefined;
};

function joined(chunks) {
	let length = 0;
	for (const chunk of chunks) length += chunk.byteLength;
	const all = new Uint8Array(length);
	length = 0;
	for (const chunk of chunks) {
		all.set(chunk, length);
		length += chunk.byteLength;
	}
	return all;
}

// take returns the bytes of a response that were not read yet.
function take(r) {
	const bytes = r.body;
	r.body = new Uint8Array(0);
	return bytes;
}

let answered; // makes a Response of what the host has answered
const withoutBody = [101, 204, 205, 304];

nativesOf["internal/fetch"] = nativesOf["internal/fetch_parts"] = {
	// fetch returns the function that scripts have.
	fetch(general, makeResponse) {
		answered = makeResponse;
		return { fetch(input, init = undefined) { return general(...arguments); } }.fetch;
	},
	address(text) {
		const parts = parseURL(text);
		if (!parts) return undefined;
		const { href, protocol, username, password, hash } = parts;
		const at = hash !== "" || href.endsWith("#") ? href.indexOf("#") : -1;
		return { href, protocol, address: at < 0 ? href : href.slice(0, at), credentials: username !== "" || password !== "" };
	},
	boundary: () => global.crypto.randomUUID().replaceAll("-", ""),
	mediaType(text) {
		const kind = /^\s*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(?:;|$)/.exec(text);
		if (!kind) return undefined;
		const boundary = parameter(text, "boundary");
		return boundary === undefined ? [kind[1].toLowerCase()] : [kind[1].toLowerCase(), boundary];
	},
	// parseMultipart returns [name, filename, type, bytes] for each part, or undefined.
	parseMultipart(bytes, boundary) {
		const parts = ("\r\n" + latin1Text(bytes)).split("\r\n--" + boundary), all = [];
		if (parts.length < 2 || !/^--\s*/.test(parts[parts.length - 1])) return undefined;
		for (const part of parts.slice(1, -1)) {
			const end = part.indexOf("\r\n\r\n");
			const head = part.slice(0, end), disposition = /\r\nContent-Disposition:\s*form-data(.*)/i.exec(head);
			const name = disposition ? parameter(disposition[1], "name") : undefined;
			if (end < 0 || name === undefined) return undefined;
			const filename = parameter(disposition[1], "filename"), type = /\r\nContent-Type:\s*(.*)/i.exec(head);
			append(all, [unescapeName(name), filename === undefined ? undefined : unescapeName(filename), type ? type[1].trim() : "text/plain", encoders.latin1(part.slice(end + 4))]);
		}
		return all;
	},
	dataBytes(text, base64) {
		const bytes = unescapeBytes(text);
		if (!base64) return bytes;
		try {
			return Uint8Array.fromBase64(latin1Text(bytes));
		} catch {
			return undefined;
		}
	},
	encode: (text) => encoders.utf8(text),
	decodeUTF8: (bytes) => decoders.utf8(bytes).replace(/^\uFEFF/, ""),
	scalar: (text) => text.toWellFormed(),
	start(url, method, headers, redirect, body, streaming) {
		const id = ++requests, chunks = [];
		let send;
		const whole = streaming ? new Promise((resolve) => { send = resolve; }) : Promise.resolve(body === undefined ? null : plain(body));
		const response = whole.then((body) => sendByHost({ id, url, method, headers, redirect, body }));
		return { id, response, chunks, send, method };
	},
	answer: (x, address) => x.response.then(
		(r) => answered(r, r.status, address, x.method !== "HEAD" && !withoutBody.includes(r.status)),
		(cause) => { throw new TypeError("fetch failed", { cause }); }),
	abort(x) { abortByHost(x.id); },
	write(x, chunk) {
		append(x.chunks, chunk.slice());
		return true;
	},
	end(x) { x.send(joined(x.chunks)); },
	statusText: (r) => r.statusText,
	responseURL: (r) => r.url,
	responseHeaders: (r) => r.headers,
	read: (r) => Promise.resolve(r.body.length > 0 ? take(r) : null),
	takeText: (r) => decoders.utf8(take(r)).replace(/^\uFEFF/, ""),
	readAll: take,
	close: take,
};

for (const name of ["fetch", "Headers", "Request", "Response", "FormData"]) hide(global, name, load("internal/fetch")[name]);
