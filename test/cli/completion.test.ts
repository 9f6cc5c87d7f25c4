import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tempDaybook } from './temp-daybook.ts'

/** What the shell offers for a line that was typed, with the script loaded. */
async function completer(shell: 'bash' | 'fish') {
  const { runAlone, file } = tempDaybook()
  const { code, stdout } = await runAlone(['completion', shell])
  expect(code).toBe(0)
  const script = file(`completion.${shell}`)
  writeFileSync(script, stdout)
  return (line: string): string[] => {
    const words = line.split(' ')
    const typed = words.map(word => `'${word}'`).join(' ')
    const commands = {
      bash: `. "$1"; COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _daybook; printf '%s\\n' "\${COMPREPLY[@]}"`,
      fish: `source $argv[1]; complete -C '${line}' | string split -f1 \\t`,
    }
    const { stdout: offered, stderr } = spawnSync(shell, ['-c', commands[shell], shell, script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    return offered.split('\n').filter(Boolean)
  }
}

const isThere = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

test.runIf(isThere('bash'))('bash completes commands, verbs, flags and the words a flag takes', async () => {
  const offered = await completer('bash')
  expect(offered('daybook rec')).toEqual(['records'])
  expect(offered('daybook records s')).toEqual(['show', 'search', 'state', 'sessions'])
  expect(offered('daybook room issues c')).toEqual(['comment', 'close'])
  expect(offered('daybook records tree --st')).toEqual(['--state'])
  expect(offered('daybook records tree --state L')).toEqual(['LATER'])
  expect(offered('daybook records state R1 D')).toEqual(['DISCARDED'])
  expect(offered('daybook diary generate --with c')).toEqual(['claude', 'codex'])
  expect(offered('daybook completion z')).toEqual(['zsh'])
  expect(offered('daybook call get_record_r')).toEqual(['get_record_ref'])
  expect(offered('daybook call list_records --states O')).toEqual(['OPEN'])
  expect(offered('daybook records show R1 --')).toContain('--at')
})

test.runIf(isThere('bash'))('bash leaves file names to itself where a flag takes free text', async () => {
  expect((await completer('bash'))('daybook records export --out x')).toEqual([])
})

test.runIf(isThere('fish'))('fish completes commands, verbs, flags and the words a flag takes', async () => {
  const offered = await completer('fish')
  expect(offered('daybook rec')).toEqual(['records'])
  expect(offered('daybook room issues c').sort()).toEqual(['close', 'comment'])
  expect(offered('daybook records tree --state L')).toEqual(['LATER'])
})

test('zsh loads the functions of bash first; another shell is refused', async () => {
  const { run } = tempDaybook()
  expect((await run(['completion', 'zsh'])).stdout).toMatch(
    /^autoload -U \+X bashcompinit && bashcompinit\n_daybook\(\) \{/,
  )
  expect(await run(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('fish'),
  })
})
