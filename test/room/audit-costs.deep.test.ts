import { it } from 'vitest'
import { expectCosts } from './audit-costs-scenario.ts'

it('adding a receipt costs the same after 10 and after 10,000, and verifying grows with the log', async () => {
  await expectCosts(10_000)
})
