import { it } from 'vitest'
import { expectCosts } from './audit-costs-scenario.ts'

it('adding a receipt costs the same after 10 and after 1,000, and verifying grows with the log', async () => {
  await expectCosts(1000)
})
