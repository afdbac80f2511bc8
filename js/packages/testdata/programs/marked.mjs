import { marked } from 'marked';
console.log(marked.parse('# T\n\n- a\n- **b** `c`\n\n```js\nlet x = 1 < 2;\n```\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n[l](http://x "t") ~~s~~ <i>i</i>\n\n> q\n'));
