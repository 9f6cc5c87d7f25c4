import { it } from 'vitest'
import { saveWhileFolderIsSwapped } from './link-swap-scenario.ts'

it('saving overwrites and creates nothing outside in 3,000 saves while folders are swapped for links', async () => {
  await saveWhileFolderIsSwapped(3000)
})
