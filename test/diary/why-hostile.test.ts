import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { agentHome } from './home.ts'
import { LabelledHistory } from './labelled-history.ts'
import { openProgram } from './prepared.ts'

it('asking why runs no program that a repository names, and copes with every file name', async () => {
  const machine = agentHome()
  const history = new LabelledHistory(machine)
  const session = history.agent('11111111-1111-4111-8111-111111111111')
  session.asks('Strange names.')
  const name = 'src/a\n+++ b/other "quoted"\t ü.ts'
  session.writes(name, history.code(6))
  const odd = session.writes('--output=stolen', history.code(6))
  history.write('.gitattributes', '* diff=evil filter=evil\n')
  const hash = history.commit('Strange', [odd], 'strange names')
  history.finish()
  const ran = trap(machine.home)
  for (const [key, value] of [
    ...['core.fsmonitor', 'core.hooksPath', 'diff.external', 'diff.evil.command', 'diff.evil.textconv'].map(pair),
    ...['core.pager', 'pager.log', 'pager.blame', 'core.sshCommand', 'gpg.program', 'filter.evil.clean'].map(pair),
    ...['core.editor', 'core.gitProxy', 'interactive.diffFilter', 'alias.log', 'alias.blame'].map(pair),
    ['log.showSignature', 'true'],
  ]) {
    history.git('config', key ?? '', value ?? '')
  }
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman']) {
    mkdirSync(join(history.folder, '.git/hooks'), { recursive: true })
    writeFileSync(join(history.folder, '.git/hooks', hook), ran.script, { mode: 0o755 })
  }
  const program = await openProgram(machine)
  const ask = (of: string) => program.call('diary_why', { of, repository: history.folder })

  const { commits } = await ask(hash)
  expect(commits[0]).toMatchObject({ confidence: 'certain', unknown_lines: 1 })
  expect(commits[0].turns[0].files.map(({ path }: { path: string }) => path).sort()).toEqual(['--output=stolen', name])
  expect(await ask('./--output=stolen:2')).toMatchObject({ kind: 'line', line: { turn: 1, confidence: 'certain' } })
  expect(await ask('--output=stolen')).toMatchObject({ kind: 'file', commits: [{ hash }] })
  expect(await ask('src')).toMatchObject({ kind: 'folder', commits: [{ hash }] })
  expect(await ask(`${name}:1`)).toMatchObject({ kind: 'line', line: { turn: 1 } })
  for (const of of ['--all', '-p', 'HEAD --output=stolen', '$(touch stolen)', '../../etc/passwd', 'HEAD\0x']) {
    expect(await ask(of)).toMatchObject({ status: 'invalid', errors: [{ field: 'of' }] })
  }
  expect(await program.call('diary_why', { of: 'HEAD', repository: machine.home })).toMatchObject({
    status: 'invalid',
    errors: [{ field: 'repository' }],
  })
  expect(existsSync(ran.mark)).toBe(false)

  function pair(key: string): [string, string] {
    return [key, key.startsWith('alias.') ? `!${ran.program}` : ran.program]
  }
})

it('asking why takes the names of a bare repository for commits, and a range without any for none', async () => {
  const machine = agentHome()
  const history = new LabelledHistory(machine)
  const session = history.agent('11111111-1111-4111-8111-111111111111')
  session.asks('Some code.')
  const hash = history.commit('Some code', [session.writes('a.ts', history.code(6))], 'some code')
  history.finish()
  const bare = join(machine.home, 'bare.git')
  history.git('clone', '--quiet', '--bare', history.folder, bare)
  const program = await openProgram(machine)
  const ask = (of: string, repository: string) => program.call('diary_why', { of, repository })
  expect(await ask('HEAD', bare)).toMatchObject({ kind: 'commit', commits: [{ hash }] })
  for (const repository of [bare, history.folder]) {
    expect(await ask('HEAD..', repository)).toMatchObject({ status: 'invalid', errors: [{ field: 'of' }] })
  }
})

it('asking why follows files that were renamed or removed, answers ranges, and knows a clone', async () => {
  const machine = agentHome()
  const history = new LabelledHistory(machine)
  const session = history.agent('11111111-1111-4111-8111-111111111111')
  session.asks('Some rates.')
  const rates = history.commit('Rates', [session.writes('src/rates.ts', history.code(6))], 'rates')
  session.asks('Some fees.')
  const fees = history.commit('Fees', [session.writes('src/fees.ts', history.code(6))], 'fees')
  history.move('src/rates.ts', 'src/tariff.ts')
  history.remove('src/fees.ts')
  const moved = history.commit('Move and remove', [], 'by hand')
  history.finish()
  const program = await openProgram(machine)
  const ask = (of: string, repository = history.folder) => program.call('diary_why', { of, repository })
  const writer = (turn: number) => ({ confidence: 'certain', turns: [{ turn }] })

  expect(await ask('src/tariff.ts')).toMatchObject({ kind: 'file', commits: [{ hash: rates, ...writer(1) }] })
  expect(await ask('src/tariff.ts:2')).toMatchObject({ line: { commit: rates, turn: 1 } })
  expect(await ask('src/fees.ts')).toMatchObject({
    ...{ kind: 'file', commits: [{ hash: moved }, { hash: fees, ...writer(2) }] },
  })
  expect((await ask('HEAD~3..HEAD~1')).commits).toMatchObject([{ hash: fees }, { hash: rates }])
  expect(await ask('src/never.ts')).toMatchObject({ status: 'invalid', errors: [{ field: 'of' }] })
  expect(await ask('HEAD', join(history.folder, '.git'))).toMatchObject({ kind: 'commit', commits: [{ hash: moved }] })

  const clone = join(machine.home, 'clone')
  history.git('clone', '--quiet', history.folder, clone)
  expect(await ask(fees, clone)).toMatchObject({ commits: [writer(2)] })
  const shallow = join(machine.home, 'shallow')
  history.git('clone', '--quiet', '--depth', '1', `file://${history.folder}`, shallow)
  // Git shows all files as added by the commit that a shallow clone ends with.
  expect((await ask('HEAD', shallow)).commits).toMatchObject([{ hash: moved, confidence: 'uncertain', turns: [] }])
  expect((await ask('HEAD', shallow)).commits[0].reason).toContain('This clone is shallow')
  expect(await ask('src/tariff.ts:2', shallow)).toMatchObject({ line: { turn: 1 } })
})

/** A program that leaves a mark when it is run. */
function trap(home: string) {
  const mark = join(home, 'was-run')
  const program = join(home, 'evil.sh')
  const script = `#!/bin/sh\ntouch '${mark}'\n`
  writeFileSync(program, script)
  chmodSync(program, 0o755)
  return { mark, program, script }
}
