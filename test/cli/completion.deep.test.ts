import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ensureShells } from '../../scripts/shells.mjs'
import { completionScript } from './completion-script.ts'

ensureShells()

test('fish completes commands, verbs, flags and the words a flag takes', async () => {
  const script = await completionScript('fish')
  const offered = (line: string) => {
    const command = `source $argv[1]; complete -C '${line}' | string split -f1 \\t`
    const { stdout, stderr } = spawnSync('fish', ['-c', command, script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    return stdout.split('\n').filter(Boolean).sort()
  }
  expect(offered('daybook rec')).toEqual(['records'])
  expect(offered('daybook room issues c')).toEqual(['close', 'comment'])
  expect(offered('daybook records tree --state L')).toEqual(['LATER'])
})

test('zsh completes what is typed on its line', async () => {
  // Zsh completes only on a terminal, so it gets one; each read waits for the line as it must become.
  const session = `
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "PS1=; autoload -U compinit; compinit -u -D; . $1; print RE''ADY"
    zpty -r shell seen '*READY*'
    for typed completed in 'daybook rec' 'records' 'daybook records tree --state L' 'LATER' 'daybook room issues cl' 'close'; do
      zpty -w -n shell "$typed"$'\\t'
      zpty -r shell seen "*$completed*" && print -r -- "$completed"
      zpty -w -n shell $'\\x15'
    done`
  const script = await completionScript('zsh')
  const { stdout } = spawnSync('zsh', ['-f', '-c', session, 'zsh', script], { encoding: 'utf8', timeout: 30_000 })
  expect(stdout.split('\n')).toEqual(['records', 'LATER', 'close', ''])
})
