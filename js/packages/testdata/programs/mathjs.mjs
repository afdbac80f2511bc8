import { create, all } from 'mathjs';
const math = create(all, { randomSeed: 'a' });
console.log(math.evaluate('sqrt(3^2 + 4^2) * 2 cm to mm').toString(), math.derivative('x^2 + 3x', 'x').toString(), math.format(math.inv([[1, 2], [3, 4]]), 5), math.add(math.bignumber('0.1'), math.bignumber('0.2')).toString(), math.complex('2+3i').mul(2).toString(), math.simplify('2x + x').toString(), math.fraction(0.125).toFraction());
