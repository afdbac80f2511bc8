import * as cheerio from 'cheerio';
const $ = cheerio.load('<ul id="f"><li class="a">Apple</li><li class="b">Pear &amp; co</li></ul>');
$('li.a').text('Orange').addClass('new').attr('data-x', '1');
$('#f').append('<li>Last</li>');
console.log($.html(), $('li').map((i, e) => $(e).text()).get(), $('li:nth-child(2)').prop('outerHTML'), $('ul').children().length);
console.log($.extract({ names: ['li'] }));
