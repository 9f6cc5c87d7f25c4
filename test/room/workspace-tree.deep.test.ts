import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeWorkspace } from './workspace-folder.ts'

it('the tree ends at twenty thousand files and says so', async () => {
  const { root, later } = await makeWorkspace()
  for (let i = 0; i < 20_001; i++) writeFileSync(join(root, `Story/f${String(i).padStart(5, '0')}.md`), '')
  const { files, truncated } = await later()
  expect([files.length, files.at(-1)?.path, truncated]).toEqual([20_000, 'Story/f19999.md', true])
})
