import { delimiter, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reader as claudeReader } from '../transcripts/claude-code/reader.ts'
import { type DiaryConfig, decideDiary } from './config.ts'
import { diarySettings } from './settings.ts'

const home = resolve('/srv/daybook')
const decide = (env: NodeJS.ProcessEnv = {}, config: DiaryConfig & { base_url?: string } = {}, flags = {}) =>
  decideDiary(flags, { TZ: 'UTC', ...env }, config, home)

describe('The settings of the diary', () => {
  it('The settings of the diary have defaults for everything', () => {
    const { diary, now } = decide()
    expect(now).toBeUndefined()
    expect(diary).toMatchObject({
      root: join(home, 'diary'),
      cacheDir: join(home, 'diary', 'cache'),
      workspace: undefined,
      timezone: 'UTC',
      with: 'builtin',
      taskTimeoutMs: 600_000,
      lockTimeoutMs: 10_000,
      bin: { claude: 'claude', codex: 'codex' },
      contentLanguage: 'en',
    })
  })

  it('The settings of the diary follow flag, environment, config file and default', () => {
    const config: DiaryConfig = { root: 'days', timezone: 'Asia/Tokyo', concurrency: 2, with: 'model' }
    expect(decide({}, config).diary).toMatchObject({
      root: join(home, 'days'),
      cacheDir: join(home, 'days', 'cache'),
      timezone: 'Asia/Tokyo',
      concurrency: 2,
      with: 'model',
    })
    const env = {
      DAYBOOK_DIARY_ROOT: 'here',
      DAYBOOK_TIMEZONE: 'Europe/Rome',
      DAYBOOK_CONCURRENCY: '3',
      DAYBOOK_DIARY_WITH: 'codex',
    }
    expect(decide(env, config).diary).toMatchObject({
      root: resolve('here'),
      timezone: 'Europe/Rome',
      concurrency: 3,
      with: 'codex',
    })
    const flags = { diaryRoot: '/elsewhere', timezone: 'America/Lima' }
    expect(decide(env, config, flags).diary).toMatchObject({ root: resolve('/elsewhere'), timezone: 'America/Lima' })
    expect(decide({ DAYBOOK_DIARY_ROOT: '', DAYBOOK_WORKSPACE: '' }, config).diary).toMatchObject({
      root: join(home, 'days'),
      workspace: undefined,
    })
  })

  it('The settings of the diary read the clock from DAYBOOK_NOW, in the zone of the diary', () => {
    expect(decide({ DAYBOOK_NOW: '2026-05-12T09:00:00', DAYBOOK_TIMEZONE: 'Asia/Tokyo' }).now).toBe(
      Date.parse('2026-05-12T00:00:00Z'),
    )
  })

  it('The settings of the diary name transcript homes as the variables would; a real variable wins and an empty list disables', () => {
    const homes = (env: NodeJS.ProcessEnv, roots: DiaryConfig['roots']) =>
      claudeReader.places(decide(env, { roots }).diary.environment)
    const named = homes({}, { 'claude-code': ['/a', '/b'] })
    expect(named.places.map(place => place.path)).toEqual(['/a', '/b'])
    const wins = homes({ DAYBOOK_CLAUDE_ROOTS: ['/c', '/d'].join(delimiter) }, { 'claude-code': ['/a'] })
    expect(wins.places.map(place => place.path)).toEqual(['/c', '/d'])
    expect(homes({}, { 'claude-code': [] }).disabled).toBe(true)
    expect(homes({ DAYBOOK_CLAUDE_ROOTS: '' }, { 'claude-code': ['/a'] }).disabled).toBe(true)
  })

  it('The settings of the diary work out the zone of the machine only when it is read', () => {
    const env = { TZ: 'Asia/Dubai' }
    const settings = diarySettings(home, decideDiary({}, env, {}, home).diary)
    env.TZ = 'Asia/Tokyo'
    expect(settings.timezone).toBe('Asia/Tokyo')
  })

  it('The settings of the diary refuse numbers and words they cannot use', () => {
    for (const [name, value] of [
      ['DAYBOOK_CONCURRENCY', '17'],
      ['DAYBOOK_INDEX_WORKERS', '0'],
      ['DAYBOOK_LOCK_TIMEOUT_MS', 'soon'],
      ['DAYBOOK_BUDGET_USD', '-1'],
      ['DAYBOOK_DIARY_WITH', 'magic'],
      ['DAYBOOK_TIMEZONE', 'Middle/Earth'],
      ['DAYBOOK_NOW', 'now'],
    ] as const) {
      expect(() => decide({ [name]: value }), name).toThrow()
    }
    expect(decide({ DAYBOOK_BUDGET_USD: '2.50', DAYBOOK_LOCK_TIMEOUT_MS: '0' }).diary).toMatchObject({
      budgetUsd: 2.5,
      lockTimeoutMs: 0,
    })
  })
})
