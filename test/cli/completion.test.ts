import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { completionScript } from './completion-script.ts'
import { tempDaybook } from './temp-daybook.ts'

/** What bash offers for a line that was typed, with the script loaded. */
async function bashCompleter() {
  const script = await completionScript('bash')
  return (line: string): string[] => {
    const words = line.split(' ')
    const typed = words.map(word => `'${word}'`).join(' ')
    const command = `. "$1"; COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _daybook; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', command, 'bash', script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    return stdout.split('\n').filter(Boolean)
  }
}

test('bash completes commands, verbs, flags and the words a flag takes', async () => {
  const offered = await bashCompleter()
  expect(offered('daybook rec')).toEqual(['records'])
  expect(offered('daybook records s')).toEqual(['show', 'search', 'state', 'supersede', 'sessions'])
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

test('bash leaves file names to itself where a flag takes free text', async () => {
  expect((await bashCompleter())('daybook records export --out x')).toEqual([])
})

test('a shell that is not known is refused', async () => {
  const { run } = tempDaybook()
  expect(await run(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('fish'),
  })
})
