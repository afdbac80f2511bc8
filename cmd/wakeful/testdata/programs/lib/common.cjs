exports.named = function named() { return 'named'; };
exports.self = () => [module.id.endsWith('common.cjs'), require.main === module, __filename.endsWith('common.cjs'), typeof require.resolve];
