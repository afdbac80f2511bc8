import bcrypt from 'bcryptjs';
const salt = '$2b$04$abcdefghijklmnopqrstuu';
console.log(bcrypt.hashSync('password', salt), bcrypt.compareSync('password', bcrypt.hashSync('password', 4)), await bcrypt.compare('x', bcrypt.hashSync('y', 4)), (await bcrypt.genSalt(4)).length);
