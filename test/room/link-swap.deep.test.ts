import { it } from 'vitest'
import { saveWhileFolderIsSwapped } from './link-swap-scenario.ts'

it('overwrites and creates nothing outside in 40 seconds of folders swapped for links (access 15)', async () => {
  await saveWhileFolderIsSwapped(40_000)
}, 60_000)
