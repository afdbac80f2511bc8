// An ES module declares the names that a CommonJS module gets as parameters.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { folder } from './lib/folder.mjs';

const __filename = fileURLToPath(import.meta.url);
const __dirname = path.dirname(__filename);
const require = createRequire(import.meta.url);
const module = 'module', exports = ['exports'];
console.log(path.basename(__filename), path.relative(__dirname, folder), require('node:path') === path, module, exports);
