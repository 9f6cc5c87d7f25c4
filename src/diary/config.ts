import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { z } from 'zod'
import { Fault } from '../kernel/fault.ts'
import { parseInstant } from '../kernel/instants.ts'
import { lazy } from '../kernel/lazy.ts'
import type { ProviderSettings } from '../models/providers.ts'
import { agents, sources } from '../transcripts/agents.ts'
import { isDay } from './dates/calendar.ts'
import { dayAt, dayHere, instantOf, namedZone, zoneHere } from './dates/zone.ts'
import { type DiarySettings, diaryDefaults, generationModes } from './settings.ts'

const workers = lazy(() => z.int().min(1).max(16))

/** The section `diary` of the config file. */
export const diaryConfigSchema = lazy(() => {
  return z
    .strictObject({
      root: z.string().min(1).describe('Where days and reports are kept, relative to DAYBOOK_HOME'),
      cache_dir: z.string().min(1).describe('The index of transcripts; may be deleted at any time'),
      archive: z
        .strictObject({
          enabled: z.boolean().describe('false keeps no transcript beyond what its agent keeps'),
          dir: z.string().min(1).describe('Never inside a repository; `archive` in DAYBOOK_HOME when absent'),
          keep_days: z
            .int()
            .min(1)
            .nullable()
            .describe('Days since the last change, 365 when absent; null keeps for good'),
        })
        .partial()
        .describe('Transcripts kept after their agent deletes them'),
      timezone: z.string().min(1).describe('IANA name of the zone whose days are reported'),
      roots: z
        .partialRecord(z.enum(sources), z.array(z.string().min(1)))
        .describe('Transcript homes of an agent in place of its own; an empty list leaves the agent out'),
      index_workers: workers().describe('Threads that read transcripts; at most 4 by themselves'),
      with: z.enum(generationModes).describe('Who reads the transcripts when a report is generated'),
      concurrency: workers().describe('Evidence tasks at a time'),
      task_timeout_ms: z.int().min(1000).describe('How long one task of an agent program may take'),
      budget_usd: z.number().min(0).describe('No task is started once this much was spent'),
      bin: z
        .strictObject({ claude: z.string().min(1), codex: z.string().min(1) })
        .partial()
        .describe('Agent programs'),
      model: z.string().min(1).describe('`<provider>/<model>` for the mode model'),
      agent_model: z.string().min(1).describe('Model that an agent program is asked to use'),
      content_language: z
        .string()
        .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)
        .describe('BCP 47 tag for prose of models'),
      prices: z.string().min(1).describe('A price table of your own'),
      lock_timeout_ms: z.int().min(0).describe('How long a write waits for another process'),
      publish: z
        .strictObject({
          server: z.url().describe('The team server that reports are published to'),
          project: z.string().min(1).describe('Its project whose readers see them; the default one of the token'),
        })
        .partial()
        .describe('Publishing; the token is in DAYBOOK_PUBLISH_TOKEN'),
      consent: z.array(z.enum(generationModes)).describe('Modes that may send transcripts to their service unasked'),
    })
    .partial()
})

export type DiaryConfig = z.output<ReturnType<typeof diaryConfigSchema>>

export interface DiaryFlags {
  /** The diary root. */
  diaryRoot?: string | undefined
  timezone?: string | undefined
}

interface DiaryDecision {
  diary: DiarySettings
  /** The instant used in place of the clock, where one was named. */
  now: number | undefined
}

/** Flag, then environment, then config file, then default. */
export function decideDiary(
  flags: DiaryFlags,
  env: NodeJS.ProcessEnv,
  config: DiaryConfig & { base_url?: string | undefined; providers?: ProviderSettings | undefined },
  home: string,
): DiaryDecision {
  const defaults = diaryDefaults(home)
  const root = resolvePath(flags.diaryRoot || env.DAYBOOK_DIARY_ROOT, config.root, home) ?? defaults.root
  const named = namedZone({ flag: flags.timezone, env: env.DAYBOOK_TIMEZONE, config: config.timezone })
  const timezone = () => named ?? zoneHere(env.TZ)
  return {
    now: env.DAYBOOK_NOW ? instantNamed(env.DAYBOOK_NOW, timezone()) : undefined,
    diary: {
      root,
      cacheDir: resolvePath(env.DAYBOOK_CACHE_DIR, config.cache_dir, home) ?? join(root, 'cache'),
      reads: defaults.reads,
      threads: defaults.threads,
      archive: {
        enabled: config.archive?.enabled ?? defaults.archive.enabled,
        dir: resolvePath(undefined, config.archive?.dir, home) ?? defaults.archive.dir,
        keepDays: config.archive?.keep_days === undefined ? defaults.archive.keepDays : config.archive.keep_days,
      },
      forgottenDir: defaults.forgottenDir,
      workspace: env.DAYBOOK_WORKSPACE ? resolve(env.DAYBOOK_WORKSPACE) : undefined,
      // Asking the system costs more than the rest of a start, and most calls need no zone.
      get timezone() {
        return timezone()
      },
      dayOf: ms => (named === undefined && env.TZ === process.env.TZ ? dayHere(ms) : dayAt(ms, timezone())),
      environment: {
        env: { ...rootVariables(config.roots ?? {}), ...env },
        home: homedir(),
        platform: process.platform,
      },
      rootsFrom: rootsFrom(config.roots ?? {}, env),
      configFile: env.DAYBOOK_CONFIG ? resolve(env.DAYBOOK_CONFIG) : defaults.configFile,
      indexWorkers: numberIn('DAYBOOK_INDEX_WORKERS', env.DAYBOOK_INDEX_WORKERS, workers()) ?? config.index_workers,
      with: modeIn(env.DAYBOOK_DIARY_WITH) ?? config.with ?? defaults.with,
      concurrency: numberIn('DAYBOOK_CONCURRENCY', env.DAYBOOK_CONCURRENCY, workers()) ?? config.concurrency,
      taskTimeoutMs:
        numberIn('DAYBOOK_TASK_TIMEOUT_MS', env.DAYBOOK_TASK_TIMEOUT_MS, z.int().min(1)) ??
        config.task_timeout_ms ??
        defaults.taskTimeoutMs,
      graceMs: defaults.graceMs,
      pauseMs: defaults.pauseMs,
      budgetUsd: numberIn('DAYBOOK_BUDGET_USD', env.DAYBOOK_BUDGET_USD, z.number().min(0)) ?? config.budget_usd,
      bin: {
        claude: env.DAYBOOK_CLAUDE_BIN || config.bin?.claude || defaults.bin.claude,
        codex: env.DAYBOOK_CODEX_BIN || config.bin?.codex || defaults.bin.codex,
      },
      model: env.DAYBOOK_DIARY_MODEL || config.model,
      providers: config.providers ?? {},
      agentModel: env.DAYBOOK_AGENT_MODEL || config.agent_model,
      contentLanguage: env.DAYBOOK_CONTENT_LANGUAGE || config.content_language || defaults.contentLanguage,
      prices: resolvePath(env.DAYBOOK_PRICES, config.prices, home),
      baseUrl: env.DAYBOOK_BASE_URL || config.base_url,
      lockTimeoutMs:
        numberIn('DAYBOOK_LOCK_TIMEOUT_MS', env.DAYBOOK_LOCK_TIMEOUT_MS, z.int().min(0)) ??
        config.lock_timeout_ms ??
        defaults.lockTimeoutMs,
      actor: env.DAYBOOK_ACTOR || undefined,
      publish: {
        server: env.DAYBOOK_PUBLISH_SERVER || config.publish?.server,
        token: env.DAYBOOK_PUBLISH_TOKEN || undefined,
        project: env.DAYBOOK_PUBLISH_PROJECT || config.publish?.project,
      },
      consent: config.consent ?? [],
    },
  }
}

/** A path named on the way in is meant from here, one in the config file from the home. */
function resolvePath(given: string | undefined, configured: string | undefined, home: string): string | undefined {
  if (given) return resolve(given)
  return configured === undefined ? undefined : resolve(home, configured)
}

/** The config file's transcript homes, said as the variables that would name them; real variables win. */
function rootVariables(roots: NonNullable<DiaryConfig['roots']>): { [variable: string]: string } {
  return Object.fromEntries(
    agents.flatMap(({ source, rootsVariable }) => {
      const paths = roots[source]
      return paths ? [[rootsVariable, paths.join(delimiter)]] : []
    }),
  )
}

function rootsFrom(roots: NonNullable<DiaryConfig['roots']>, env: NodeJS.ProcessEnv): DiarySettings['rootsFrom'] {
  const from: { [source: string]: 'environment' | 'config' } = {}
  for (const { source, rootsVariable } of agents) {
    if (env[rootsVariable] !== undefined) from[source] = 'environment'
    else if (roots[source]) from[source] = 'config'
  }
  return from
}

function numberIn(name: string, text: string | undefined, form: z.ZodNumber): number | undefined {
  if (!text) return undefined
  const parsed = form.safeParse(/^\d+(\.\d+)?$/.test(text) ? Number(text) : text)
  if (parsed.success) return parsed.data
  throw new Fault('INVALID_INPUT', `${name} is not a number it can be.`, {
    details: { given: text },
    hint: 'Correct the variable or unset it; docs/reference/configuration.md names the range.',
  })
}

function modeIn(text: string | undefined): DiarySettings['with'] | undefined {
  if (!text) return undefined
  const parsed = z.enum(generationModes).safeParse(text)
  if (parsed.success) return parsed.data
  throw new Fault('INVALID_INPUT', 'DAYBOOK_DIARY_WITH names no way to generate.', {
    details: { given: text },
    hint: `It is one of ${generationModes.join(', ')}.`,
  })
}

/** The instant a text such as DAYBOOK_NOW names; without an offset it is read on the zone's clocks. */
export function instantNamed(text: string, zone: string): number {
  const exact = /[Zz]$|[+-]\d{2}:\d{2}$/.test(text) ? parseInstant(text) : undefined
  if (exact !== undefined) return exact
  const [, day = '', time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?$/.exec(text) ?? []
  const wall = isDay(day)
    ? Date.parse(`${day}T${time ?? '00:00'}${time?.length === 5 || !time ? ':00' : ''}Z`)
    : Number.NaN
  if (!Number.isNaN(wall)) return instantOf(wall, zone)
  throw new Fault('INVALID_INPUT', 'DAYBOOK_NOW is not an instant.', {
    details: { now: text },
    hint: "Write it as 2026-05-12T09:30:00Z, or without the Z for the time in the diary's zone.",
  })
}
