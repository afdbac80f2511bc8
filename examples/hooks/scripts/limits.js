onBeforeCreate((order) => {
	if (!order.customer) refuse('an order needs a customer');
	if (order.cents < 0) refuse('the price is negative');
});
onAfterCreate((order) => console.log(`order ${order.id} of ${order.customer}: ${order.cents}`));
