// A Saturday on two phones. The phone exchange runs every ten minutes, as at the stall.
const sales = Number(process.argv[2] ?? 400)
for (let n = 0; n < sales; n++) sell(n % 2)
