import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { scriptedService } from '../models/scripted-service.ts'
import { tempRoom } from './temp-room.ts'

const prompt = 'Check scene 4 against canon. Does anything contradict?'
const scene = 'Story/Scenes/SCN-04-the-causeway.md'

const steering = ['\u001b', '\u0007', '\u202e']

const { run, file, sample } = tempRoom()
const json = async (args: string[], more?: Parameters<typeof run>[1]) => {
  const { code, stdout, stderr } = await run([...args, '--json'], more)
  if (stdout === '') throw new Error(`Exit code ${code}: ${stderr}`)
  return { code, answer: JSON.parse(stdout) }
}

beforeAll(async () => {
  await run(['init', '--sample'])
})

describe('daybook room init', () => {
  test('daybook room init makes layout, key and roster, and a project where none was named', async () => {
    const own = tempRoom()
    const folder = own.file('novel')
    const made = await own.run(['init', folder, '--name', 'The Inquest', '--json'])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(made.stdout)).toMatchObject({
      project: 'the-inquest',
      path: folder,
      workspace: { displayName: 'The Inquest' },
      agents: ['chief', 'planner', 'writer', 'editor', 'critic', 'continuity'],
      model: null,
    })
    for (const name of ['Story/Scenes', 'Compendium', 'private']) expect(existsSync(join(folder, name))).toBe(true)
    expect(statSync(join(folder, '.control-room/audit/secret.key')).mode & 0o777).toBe(0o600)
  })

  test('daybook room init never overwrites a file, and a second time changes nothing', async () => {
    const own = tempRoom()
    const folder = own.file('novel')
    mkdirSync(join(folder, 'Story/Scenes'), { recursive: true })
    const mine = join(folder, scene)
    writeFileSync(mine, 'Mine.\n')
    expect((await own.run(['init', folder, '--sample', '--project', 'novel'])).code).toBe(0)
    const key = readFileSync(join(folder, '.control-room/audit/secret.key'), 'utf8')
    const info = readFileSync(join(folder, '.control-room/workspace.json'), 'utf8')
    const again = await own.run(['init', folder, '--name', 'Other', '--json'])
    expect(JSON.parse(again.stdout)).toMatchObject({ project: 'novel', workspace: { displayName: 'The Low Bell' } })
    expect(readFileSync(mine, 'utf8')).toBe('Mine.\n')
    expect(readFileSync(join(folder, '.control-room/audit/secret.key'), 'utf8')).toBe(key)
    expect(readFileSync(join(folder, '.control-room/workspace.json'), 'utf8')).toBe(info)
  })

  test('daybook room init takes a folder that was copied here for the project it names', async () => {
    const [from, to] = [tempRoom(), tempRoom()]
    await from.run(['init', from.file('novel'), '--project', 'novel'])
    expect((await to.run(['init', from.file('novel'), '--json'])).code).toBe(0)
    expect((await to.run(['status', '--project', 'novel'])).stdout).toMatch(/^project {2}novel$/m)
  })

  test('daybook room init puts the sample below DAYBOOK_HOME where no folder is named', () => {
    expect(existsSync(join(sample, scene))).toBe(true)
  })

  test.each([
    [['init', 'a', '--workspace', 'b'], /named twice/],
    [['init', '/dev/null/novel'], /folder that you may write/],
  ])('%j is refused with exit code 2', async (args, expected) => {
    const { code, stdout, stderr } = await run(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(expected)
  })
})

describe('which room is meant', () => {
  test('the room that is meant is the only one there is, the one of --workspace, or the one of --project', async () => {
    for (const more of [[], ['--workspace', sample], ['--project', 'the-low-bell'], ['--project', 'The Low Bell']]) {
      expect((await json(['status', ...more])).answer.workspace.projectId).toBe('the-low-bell')
    }
  })

  test('the room that is meant is not guessed between two, and a folder or project without one says how to make it', async () => {
    const own = tempRoom()
    const none = await own.run(['status'])
    expect(none).toMatchObject({ code: 5, stdout: '', stderr: expect.stringContaining('daybook room init') })
    for (const name of ['a', 'b']) await own.run(['init', own.file(name)])
    expect((await own.run(['status'])).code).toBe(5)
    expect((await own.run(['status', '--workspace', own.file('b'), '--json'])).stdout).toContain('"projectId":"b"')
    const wrong = await own.run(['status', '--workspace', own.home])
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('daybook room init <dir>') })
    const both = await own.run(['status', '--workspace', own.file('b'), '--project', 'a'])
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('two different rooms') })
  })
})

describe('reading', () => {
  test('daybook room tree lists what agents may see, the outline first', async () => {
    const { stdout } = await run(['tree'])
    expect(stdout.split('\n')[0]).toMatch(/^Story\/SCN-outline\.md +outline +\d+ lines +The Low Bell$/)
    expect(stdout).not.toContain('secret')
    expect((await json(['tree'])).answer.files).toHaveLength(15)
  })

  test('text of files cannot steer the terminal', async () => {
    const own = tempRoom()
    const folder = own.file('novel')
    await own.run(['init', folder])
    writeFileSync(join(folder, 'Story/Scenes/SCN-01-x.md'), '# A \u001b[31mred\u202e title\n\nText \u001b]0;x\u0007.\n')
    const { stdout } = await own.run(['tree'])
    for (const sign of steering) expect(stdout).not.toContain(sign)
    const args = JSON.stringify({ path: 'Story/Scenes/SCN-01-x.md' })
    const read = await own.run(['tool', 'file_reader', '--args', args])
    expect(read.code).toBe(0)
    for (const sign of steering) expect(read.stdout).not.toContain(sign)
  })

  test('daybook room status and settings show the room, and settings change', async () => {
    expect((await run(['status'])).stdout).toMatch(/^chief +chief\n/m)
    expect((await run(['settings'])).stdout).toMatch(/^evidence\.retries +1$/m)
    expect((await run(['settings', 'evidence.retries=2'])).stdout).toMatch(/^evidence\.retries +2$/m)
    expect((await json(['settings', 'evidence.retries=1'])).answer.evidence.retries).toBe(1)
    expect(await run(['settings', 'evidence.retries=9'])).toMatchObject({ code: 2, stdout: '' })
    expect(await run(['settings', 'evidence'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name=value'),
    })
  })

  test('daybook room issues are opened, commented on, closed and listed', async () => {
    const { stdout: id } = await run(
      ['issues', 'open', 'Which tide?', '--tag', 'canon', '--tag', 'tide', '--body', '-'],
      {
        input: 'Two scenes differ.\n',
      },
    )
    const number = id.trim()
    expect((await run(['issues', 'comment', number, 'The ebb.'])).code).toBe(0)
    const { stdout } = await run(['issues', 'show', `#${number}`])
    expect(stdout).toMatch(/^#\d+ Which tide\?\nstatus +open\n/)
    expect(stdout).toContain('tags      canon tide')
    expect(stdout).toMatch(/Two scenes differ\.\n\nuser, .*\nThe ebb\.\n$/)
    expect((await run(['issues', 'close', number])).stdout).toBe(`${number}  closed\n`)
    const closed = await run(['issues', 'list', '--status', 'closed', '--tag', 'tide'])
    expect(closed.stdout).toMatch(new RegExp(`^${number} +closed +normal +canon tide +Which tide\\?\n$`))
    expect((await json(['issues', 'list', '--search', 'tide'])).answer.total).toBe(1)
    expect((await run(['issues', 'show', '999'])).code).toBe(3)
    expect((await run(['issues', 'show', 'x'])).code).toBe(2)
    expect((await run(['issues', 'list', '--status', 'done'])).stderr).toContain('waiting-on-user')
  })
})

describe('agents, providers and keys', () => {
  test('daybook room agents are listed, shown, switched, and given a speaker', async () => {
    expect((await run(['agents', 'list'])).stdout).toMatch(/^critic +Critic +critic +on +builtin +builtin extractive$/m)
    expect((await run(['agents', 'disable', 'critic'])).stdout).toBe('critic  off\n')
    expect((await run(['agents', 'enable', 'critic'])).stdout).toBe('critic  on\n')
    expect((await run(['agents', 'disable', 'chief'])).stderr).toMatch(/Chief/)
    await run(['agents', 'enable', 'chief'])
    const set = await run([
      'agents',
      'set',
      'editor',
      '--provider',
      'openai',
      '--model',
      'm',
      '--key',
      'env:OPENROUTER_API_KEY',
    ])
    expect(set).toMatchObject({ code: 0, stdout: 'editor  unconfigured  openai m\n' })
    expect((await run(['agents', 'show', 'editor'])).stdout).toMatch(/^apiKeyRef +env:OPENROUTER_API_KEY$/m)
    const refused = await run(['ask', 'editor', 'Is it long?'])
    expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('daybook room agents set') })
    expect((await run(['agents', 'test', 'editor'])).code).toBe(5)
    expect((await run(['agents', 'set', 'editor', '--builtin'])).stdout).toBe('editor  builtin  builtin extractive\n')
    expect((await run(['agents', 'test', 'editor'])).stdout).toMatch(/^(answers|fails)/)
    expect(await run(['agents', 'set', 'editor'])).toMatchObject({ code: 2, stdout: '' })
    expect((await run(['agents', 'show', 'nobody'])).code).toBe(3)
  })

  test('a key given as an argument is not taken for one, and a value is never shown', async () => {
    const value = ['sk', 'test', 'a'.repeat(24)].join('-')
    const pasted = await run(['agents', 'set', 'editor', '--provider', 'openai', '--key', value])
    expect(pasted.code).toBe(2)
    const own = tempRoom()
    await own.run(['init', own.file('novel')])
    const added = await own.run(['keys', 'add', 'openai', '--label', 'work'], { input: `${value}\n` })
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^openai:key_\w+\n$/) })
    const name = added.stdout.trim()
    const list = await own.run(['keys', 'list'])
    expect(list.stdout).toMatch(new RegExp(`^${name} .* never used +https://api.openai.com +work\n$`))
    expect((await own.run(['keys', 'protect'], { input: 'correct horse\n' })).stdout).toBe('encrypted\n')
    expect(await own.run(['keys', 'list'])).toMatchObject({ code: 4, stderr: expect.stringContaining('--unlock') })
    expect((await own.run(['keys', 'list', '--unlock'], { input: 'wrong passphrase\n' })).code).toBe(4)
    expect((await own.run(['keys', 'list', '--unlock'], { input: 'correct horse\n' })).stdout).toBe(list.stdout)
    expect((await own.run(['keys', 'unlock'], { input: 'correct horse\n' })).stdout).toBe('unlocked\n')
    expect((await own.run(['keys', 'protect', '--plain', '--unlock'], { input: 'correct horse\n' })).stdout).toBe(
      'plain\n',
    )
    expect((await own.run(['keys', 'remove', name])).code).toBe(0)
    expect((await own.run(['keys', 'remove', name])).code).toBe(3)
    expect((await own.run(['keys', 'add', 'openai'])).stderr).toContain('Nothing was given')
    const printed = JSON.stringify([added, list, await own.run(['keys', 'list', '--json'])])
    expect(printed).not.toContain(value)
  })

  test('an endpoint that came with a folder is shown and confirmed before it is called', async () => {
    const { url, asked } = await scriptedService(() => ({ text: 'ready' }))
    const own = tempRoom()
    const folder = own.file('novel')
    const env = { OPENROUTER_API_KEY: ['sk', 'clone', 'b'.repeat(24)].join('-') }
    const endpoint = { provider: 'custom', model: 'small', baseUrl: url, apiKeyRef: 'env:OPENROUTER_API_KEY' }
    mkdirSync(join(folder, '.control-room/agents'), { recursive: true })
    writeFileSync(
      join(folder, '.control-room/agents/agent-endpoints.json'),
      JSON.stringify({ version: 1, agents: { chief: endpoint } }),
    )
    const made = await own.run(['init', folder], { env })
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('daybook room agents confirm') })
    const refused = await own.run(['ask', 'chief', 'Who rings the bell?'], { env })
    expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('daybook room agents confirm chief') })
    const shown = await own.run(['agents', 'confirm'], { env })
    expect(shown).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(shown.stdout).toMatch(new RegExp(`^sends to +${url}/v1$`, 'm'))
    expect(shown.stdout).toMatch(/^with key +env:OPENROUTER_API_KEY$/m)
    expect((await own.run(['agents', 'test', 'chief'], { env })).code).toBe(5)
    expect(asked).toEqual([])
    expect((await own.run(['agents', 'confirm', 'chief', '--yes'], { env })).stdout).toMatch(/^chief {2}ready$/m)
    expect((await own.run(['agents', 'test', 'chief'], { env })).code).toBe(0)
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${env.OPENROUTER_API_KEY}`)
    expect((await own.run(['agents', 'confirm'])).stderr).toContain('No endpoint waits')
  })

  test('daybook room providers detect looks at the two local addresses, models says when no service answers', async () => {
    const { answer } = await json(['providers', 'detect'])
    expect(answer.providers.map(({ provider }: { provider: string }) => provider)).toEqual(['lmstudio', 'ollama'])
    const args = ['providers', 'models', 'custom', '--base-url', 'http://127.0.0.1:9/v1']
    expect((await run(args)).code).toBe(1)
  })

  test('an unsafe signing key is named, mended and replaced', async () => {
    const own = tempRoom()
    await own.run(['init', '--sample'])
    const key = join(own.sample, '.control-room/audit/secret.key')
    chmodSync(key, 0o644)
    const refused = await own.run(['tool', 'outline_analyzer'])
    expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('daybook room keys fix') })
    expect((await own.run(['keys', 'fix'])).stdout).toMatch(/^[0-9a-f]{16}\n$/)
    expect((await own.run(['keys', 'fix'])).stderr).toContain('as they should be')
    expect((await own.run(['tool', 'outline_analyzer'])).code).toBe(0)
    expect((await own.run(['keys', 'rotate'])).stdout).toMatch(/^[0-9a-f]{16} -> [0-9a-f]{16}\n$/)
    expect((await own.run(['tool', 'outline_analyzer'])).code).toBe(0)
    expect(await own.run(['verify'])).toMatchObject({ code: 0, stdout: 'ok  2 receipts in 2 sessions\n' })
  })
})

describe('turns', () => {
  test('daybook room ask prints the answer on stdout, progress and receipts on stderr, and goes on in a session', async () => {
    const { code, stdout, stderr } = await run(['ask', 'chief', prompt, '--tool', 'canon_checker', '--require-tool'])
    expect(code).toBe(0)
    expect(stdout).toContain('"Ines pushed the hair out of her green eyes and walked faster."')
    expect(stderr).toMatch(/^… canon_checker done, receipt rcpt_\w+$/m)
    const session = /--session (chat_\w+)/.exec(stderr)?.[1] ?? ''
    const { answer } = await json(['ask', 'chief', 'Who keeps the bell?', '--session', session])
    expect(answer).toMatchObject({ sessionId: session, kind: 'tools' })
    expect((await json(['ask', 'chief', '-'], { input: 'What is in scene 1?' })).answer.state).toBe('accepted')
    expect((await run(['ask', 'chief', 'Hm?', '--tool', 'no_tool'])).code).toBe(2)
    expect((await run(['ask', 'nobody', 'Hm?'])).code).toBe(3)
    expect((await run(['ask', 'chief', 'Hm?', '--session', 'chat_none'])).code).toBe(3)
  })

  test('daybook room ask --raw sends the message alone', async () => {
    const { answer } = await json(['ask', 'chief', 'Hello.', '--raw', '--quiet'])
    expect(answer).toMatchObject({ kind: 'raw', receipts: [] })
  })

  test('daybook room chat answers line by line in one chat', async () => {
    const { code, stdout } = await run(['chat', 'continuity', '--json'], {
      input: 'What is in scene 1?\n\nAnd scene 2?\n',
    })
    expect(code).toBe(0)
    const [first, second, last] = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(first.sessionId).toBe(second.sessionId)
    expect(last).toEqual({ sessionId: first.sessionId, turns: 2 })
    expect((await run(['chat', 'nobody'])).code).toBe(3)
    expect((await run(['chat', 'chief'], { input: 'What is in scene 1?\n' })).stdout).toContain('Evidence: ')
  })

  test('daybook room tool runs with a receipt that can be shown, read whole and exported', async () => {
    const { answer } = await json(['tool', 'file-reader', '--args', JSON.stringify({ path: scene })])
    expect(answer).toMatchObject({ tool: 'file_reader', ok: true })
    const { receipt_id: id, session_id: session, sha256 } = answer
    const again = await json(['tool', 'outline_analyzer', '--args', '-', '--session', session], { input: '{}' })
    expect(again.answer.session_id).toBe(session)
    expect((await run(['receipts', session])).stdout).toMatch(
      new RegExp(`^1 +${id} +file_reader +\\d{4}-.*\n2 +rcpt_\\w+ +outline_analyzer +\\d{4}-.*\n$`),
    )
    expect(JSON.parse((await run(['receipts', '--show', id])).stdout)).toMatchObject({ receipt_id: id, surface: 'cli' })
    const { stdout } = await run(['receipts', '--output', id])
    const { createHash } = await import('node:crypto')
    expect(createHash('sha256').update(stdout).digest('hex')).toBe(sha256.replace('sha256:', ''))
    expect((await run(['receipts'])).stdout).toMatch(new RegExp(`^${session} +2 +ok$`, 'm'))
    const zip = file('audit.zip')
    expect((await run(['receipts', session, '--export', zip])).code).toBe(0)
    expect(readFileSync(zip).subarray(0, 2).toString()).toBe('PK')
    expect((await run(['receipts', session, '--export', zip])).code).toBe(2)
    expect((await run(['receipts', '--export', file('b.zip')])).stderr).toContain('which session')
    expect((await run(['receipts', '--show', id, '--output', id])).code).toBe(2)
    expect((await run(['receipts', 'chat_none'])).code).toBe(3)
  })

  test('daybook room tool refuses arguments that do not fit, and an unknown tool, with the next step', async () => {
    expect(await run(['tool', 'file_reader', '--args', '[1]'])).toMatchObject({ code: 2 })
    expect(await run(['tool', 'file_reader', '--args', '{"lines":1}'])).toMatchObject({ code: 5, stdout: '' })
    expect(await run(['tool', 'shell'])).toMatchObject({ code: 3, stderr: expect.stringContaining('or tools') })
    expect((await run(['tools'])).stdout.trim().split('\n')).toHaveLength(9)
  })

  test('daybook room check accepts a proven reply and rejects an invented one with exit code 3', async () => {
    const args = JSON.stringify({ path: 'Compendium/Characters/CHAR-ines-varga.md' })
    const { receipt_id, session_id } = (await json(['tool', 'file_reader', '--args', args])).answer
    const reply = (quote: string) =>
      `Her eyes are gray.\nEvidence: [content] Compendium/Characters/CHAR-ines-varga.md line 6: "${quote}" receipt_id: ${receipt_id}\n`
    const check = (quote: string) =>
      run(['check', '-', '--role', 'continuity', '--session', session_id], { input: reply(quote) })
    const good = await check('Eyes: gray')
    expect(good).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^accepted\n {2}Compendium\/.*:6 {2}Eyes: gray\n/),
    })
    writeFileSync(file('reply.txt'), reply('Eyes: violet'))
    const bad = await json(['check', file('reply.txt'), '--role', 'continuity'])
    expect(bad).toMatchObject({ code: 3, answer: { status: 'rejected', reason: 'quote-not-found' } })
    expect((await check('Eyes: violet')).stdout).toMatch(/^rejected {2}quote-not-found/)
    expect((await run(['check', file('reply.txt')])).stderr).toContain('--role')
  })
})

test('every command has help with examples, --project, --workspace and --json', async () => {
  const verbsOf = async (group: string[]) => {
    const { stdout } = await run([...group, '--help'])
    return [...stdout.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name = '']) => name).filter(name => name !== 'help')
  }
  const groups = ['issues', 'canon', 'runs', 'agents', 'providers', 'keys']
  const top = await verbsOf([])
  for (const name of 'init chat ask conference replay tool verify receipts check tree settings reindex'.split(' ')) {
    expect(top).toContain(name)
  }
  const inGroups = await Promise.all(groups.map(async group => (await verbsOf([group])).map(verb => [group, verb])))
  const all = [...top.filter(name => !groups.includes(name)).map(name => [name]), ...inGroups.flat()]
  expect(all.length).toBeGreaterThan(38)
  for (const verb of all) {
    const { code, stdout } = await run([...verb, '--help'])
    expect(code).toBe(0)
    expect(stdout, verb.join(' ')).toMatch(
      /--project <id>[\s\S]*--workspace <dir>[\s\S]*--json[\s\S]*Examples:\n {2}daybook room /,
    )
  }
})
