// Every third order of a customer is for half the price.
onBeforeCreate(async (order) => {
	const [{ n }] = await query('SELECT count(*) AS n FROM orders WHERE customer = ?', order.customer);
	if (n % 3 === 2) {
		order.cents = Math.round(Number(order.cents) / 2);
		order.note = 'half the price';
	}
});
