import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSettings } from '../../src/config.ts'
import { agentHome, fixture, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

async function opened() {
  const machine = agentHome()
  const program = await openProgram(machine)
  const configFile = join(machine.home, 'config.json')
  program.app.diary.configFile = configFile
  const elsewhere = join(machine.home, 'elsewhere')
  mkdirSync(elsewhere)
  return { ...program, configFile, elsewhere, config: () => JSON.parse(readFileSync(configFile, 'utf8')) }
}

describe('diary_set_roots', () => {
  it('diary_set_roots writes the config file for the owner only, keeps what else is there, and works at once', async () => {
    const { call, machine, configFile, elsewhere, config } = await opened()
    writeFileSync(configFile, '{"diary":{"timezone":"UTC","roots":{"codex":[]}},"later":{"a":1}}', { mode: 0o644 })
    settledFile(join(elsewhere, 'p', 'one.jsonl'), fixture('c1-basic'))
    expect(await call('diary_set_roots', { source: 'claude-code', roots: [elsewhere] })).toEqual({
      status: 'ok',
      source: 'claude-code',
      roots: [elsewhere],
    })
    expect(config()).toEqual({
      diary: { timezone: 'UTC', roots: { codex: [], 'claude-code': [elsewhere] } },
      later: { a: 1 },
    })
    expect(statSync(configFile).mode & 0o777).toBe(0o600)
    const [claude] = (await call('diary_sources')).sources
    expect(claude).toMatchObject({ roots: [{ root: elsewhere, state: 'ok' }], roots_from: 'config', files: 1 })

    await call('diary_set_roots', { source: 'claude-code', roots: [] })
    expect((await call('diary_sources')).sources[0]).toMatchObject({ roots: [{ state: 'disabled' }], files: 0 })
    await call('diary_set_roots', { source: 'claude-code', roots: null })
    expect(config().diary.roots).toEqual({ codex: [] })
    const [own] = (await call('diary_sources')).sources
    expect(own.roots_from).toBe('agent')
    expect(own.roots[0].root).toBe(join(machine.home, '.claude', 'projects'))
  })

  it('diary_set_roots is what the next start of the program reads', async () => {
    const { call, machine, elsewhere } = await opened()
    const other = join(machine.home, 'other')
    mkdirSync(other)
    await call('diary_set_roots', { source: 'codex', roots: [elsewhere, other] })
    const { diary } = loadSettings({}, { DAYBOOK_HOME: machine.home, TZ: 'UTC' })
    expect(diary.rootsFrom).toEqual({ codex: 'config' })
    expect(diary.environment.env.DAYBOOK_CODEX_ROOTS).toBe([elsewhere, other].join(delimiter))
  })

  it('diary_set_roots follows a link to the real config file', async () => {
    const { call, machine, configFile, elsewhere, config } = await opened()
    const real = join(machine.home, 'dotfiles.json')
    writeFileSync(real, '{"base_url":"http://127.0.0.1:4470"}')
    symlinkSync(real, configFile)
    await call('diary_set_roots', { source: 'cursor', roots: [elsewhere] })
    expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual(config())
    expect(config().base_url).toBe('http://127.0.0.1:4470')
  })

  it('diary_set_roots refuses folders that are not absolute or not there, all named at once', async () => {
    const { call, machine, configFile } = await opened()
    writeFileSync(configFile, '{}')
    const gone = join(machine.home, 'gone')
    const answer = await call('diary_set_roots', {
      source: 'codex',
      roots: ['logs', gone, `${machine.home}${delimiter}x`],
    })
    expect(answer.errors.map((each: { path: string }) => each.path)).toEqual(['roots[0]', 'roots[1]', 'roots[2]'])
    expect(JSON.stringify(answer)).not.toContain(gone)
    expect(readFileSync(configFile, 'utf8')).toBe('{}')
    expect((await call('diary_set_roots', { source: 'notepad', roots: [] })).errors[0].path).toBe('source')
    expect((await call('diary_set_roots', { source: 'codex' })).errors[0].path).toBe('roots')
  })

  it('diary_set_roots leaves a config file alone that holds something else, and says so without quoting it', async () => {
    const { call, configFile, elsewhere } = await opened()
    for (const text of ['not json: hunter', '[]', '{"diary":[]}', '{"diary":{"roots":[]}}']) {
      writeFileSync(configFile, text)
      const answer = await call('diary_set_roots', { source: 'codex', roots: [elsewhere] })
      expect(answer.errors[0]).toMatchObject({ path: 'config' })
      expect(JSON.stringify(answer)).not.toContain('hunter')
      expect(readFileSync(configFile, 'utf8')).toBe(text)
    }
  })

  it('diary_set_roots says which variable goes before the config file', async () => {
    const { app, call, elsewhere } = await opened()
    app.diary.rootsFrom = { codex: 'environment' }
    const { errors } = await call('diary_set_roots', { source: 'codex', roots: [elsewhere] })
    expect(errors).toMatchObject([{ path: 'source', message: expect.stringContaining('DAYBOOK_CODEX_ROOTS') }])
    const { sources } = await call('diary_sources')
    expect(sources).toContainEqual(expect.objectContaining({ source: 'codex', roots_from: 'environment' }))
  })
})
