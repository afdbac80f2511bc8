import { XMLParser, XMLBuilder, XMLValidator } from 'fast-xml-parser';
console.log(JSON.stringify(new XMLParser({ ignoreAttributes: false }).parse('<r a="1"><i>1</i><i>b &lt;</i><![CDATA[c]]></r>')), new XMLBuilder({ format: true, ignoreAttributes: false }).build({ r: { '@_a': 1, i: [1, 'x<'] } }), XMLValidator.validate('<a><b></a>').err.msg);
