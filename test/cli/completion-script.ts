import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { tempDaybook } from './temp-daybook.ts'

/** The file that holds what `daybook completion` prints for a shell. */
export async function completionScript(shell: 'bash' | 'zsh' | 'fish'): Promise<string> {
  const { runAlone, file } = tempDaybook()
  const { code, stdout } = await runAlone(['completion', shell])
  expect(code).toBe(0)
  const script = file(`completion.${shell}`)
  writeFileSync(script, stdout)
  return script
}
