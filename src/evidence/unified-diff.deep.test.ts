import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyDiff } from '../../test/records/apply-diff.ts'
import { tempHome } from '../../test/support/tempdir.ts'
import { unifiedDiff } from './unified-diff.ts'

const repetitiveText = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd'), { maxLength: 60 })
  .map(parts => parts.join(''))

test('git applies our diffs, and we apply those of git', () => {
  const cwd = tempHome()
  const [oldFile, newFile, diffFile] = [join(cwd, 'old'), join(cwd, 'new'), join(cwd, 'diff')]
  fc.assert(
    fc.property(repetitiveText, repetitiveText, (oldText, newText) => {
      fc.pre(oldText !== newText)
      writeFileSync(oldFile, oldText)
      writeFileSync(newFile, newText)
      const { stdout } = spawnSync('git', ['diff', '--no-index', 'old', 'new'], { cwd, encoding: 'utf8' })
      expect(applyDiff(oldText, stdout.slice(stdout.indexOf('--- ')))).toBe(newText)
      writeFileSync(diffFile, unifiedDiff(oldText, newText, { from: 'a/old', to: 'b/old' }))
      execFileSync('git', ['apply', '--whitespace=nowarn', 'diff'], { cwd })
      expect(readFileSync(oldFile, 'utf8')).toBe(newText)
    }),
    { numRuns: 100 },
  )
})
