import { mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { withLock } from '../../files/lock.ts'
import { isCode, replaceFile } from '../../files/replace.ts'
import { isObject, jsonIn } from '../../kernel/json.ts'
import { rootsVariableOf, sources } from '../../transcripts/agents.ts'
import { DateArgument, listOf } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { formatUtc } from '../dates/zone.ts'
import { withIndex } from '../prepare/open-index.ts'
import { surveySources } from '../prepare/sources.ts'
import { type Problem, reject, rejectAny } from '../rejection.ts'
import type { DiarySettings } from '../settings.ts'
import { fileText, type StoredObject } from '../workspace/json-file.ts'

const Input = z.strictObject({ date: DateArgument.optional() })
const Counts = z.record(z.string(), z.int())
const Instant = z.string().nullable()

export const diarySources = diaryOperation({
  name: 'diary_sources',
  summary: 'Where the agents keep their transcripts, what they will delete next, and what is lost already.',
  effect: 'read',
  audience: 'people',
  input: Input,
  result: {
    sources: z.array(
      z.object({
        source: z.string(),
        roots: z.array(z.object({ root: z.string(), state: z.enum(['ok', 'missing', 'disabled', 'unreadable']) })),
        roots_from: z
          .enum(['environment', 'config', 'agent'])
          .describe('Who says so: a variable, the config file, or the agent’s own habit'),
        files: z.int(),
        bytes: z.int(),
        unreadable: z.int(),
        not_indexed: z.int().describe('Files that changed since they were last read'),
        sessions: z.int(),
        from_archive: z.int().describe('Sessions whose file is gone'),
        excluded: Counts,
        warnings: Counts,
        oldest: Instant,
      }),
    ),
    archive: z.object({
      state: z.enum(['on', 'off', 'in-repository', 'failed']),
      keep_days: z.int().nullable(),
      transcripts: z.int(),
      bytes: z.int(),
      stored_bytes: z.int(),
    }),
    deletes: z.array(
      z.object({
        source: z.string(),
        after_days: z.number(),
        soon: z.int().describe('Transcripts that go within a week'),
        soon_bytes: z.int(),
        unarchived: z.int(),
        next: z.array(z.object({ session_id: z.string(), at: z.string(), archived: z.boolean() })),
      }),
    ),
    lost: z.array(
      z.object({ source: z.string(), sessions: z.int(), prompts: z.int(), first_at: Instant, last_at: Instant }),
    ),
  },
  async run(_, ctx) {
    const { sources, archive, deletes, lost } = await withIndex(ctx, index =>
      surveySources(index, ctx.diary, ctx.clock()),
    )
    return {
      sources: sources.map(each => ({
        ...each,
        roots_from: ctx.diary.rootsFrom[each.source] ?? ('agent' as const),
        oldest: instant(each.oldest),
      })),
      archive,
      deletes: deletes.map(each => ({ ...each, next: each.next.map(one => ({ ...one, at: formatUtc(one.at) })) })),
      lost: lost.map(each => ({ ...each, first_at: instant(each.first_at), last_at: instant(each.last_at) })),
    }
  },
})

function instant(at: number | null): string | null {
  return at === null ? null : formatUtc(at)
}

export const diarySetRoots = diaryOperation({
  name: 'diary_set_roots',
  audience: 'people',
  summary:
    'Say in the config file where an agent keeps its transcripts. This process sees it at once, other running ones when they are started again.',
  effect: 'change',
  input: z.strictObject({
    source: z.enum(sources),
    roots: listOf(z.string().min(1))
      .nullable()
      .describe('Absolute folders in place of the agent’s own; an empty list leaves the agent out, null undoes both'),
  }),
  result: { source: z.enum(sources), roots: z.array(z.string()).nullable() },
  async run({ source, roots }, { diary }) {
    if (diary.rootsFrom[source] === 'environment') {
      reject(
        'source',
        `${rootsVariableOf(source)} names these folders and goes before the config file`,
        'change or unset that variable and start Daybook again',
      )
    }
    rejectAny(await problemsOf(roots ?? []))
    await changeDiaryConfig(diary, section => ({ ...section, roots: changeRoots(section.roots, source, roots) }))
    applyRoots(diary, source, roots)
    return { source, roots }
  },
})

async function problemsOf(roots: readonly string[]): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [index, root] of roots.entries()) {
    const problem = await problemOf(root)
    if (problem) problems.push({ path: `roots[${index}]`, ...problem })
  }
  return problems
}

async function problemOf(root: string): Promise<Omit<Problem, 'path'> | undefined> {
  if (!isAbsolute(root)) return { message: 'the folder must be named from the root', hint: 'give an absolute path' }
  if (root.includes(delimiter) || root.includes('\0') || root !== root.trim()) {
    return {
      message: 'the name of the folder cannot be used',
      hint: `name a folder without ${delimiter} or outer spaces`,
    }
  }
  const there = await stat(root).catch(() => undefined)
  return there ? undefined : { message: 'there is no such folder', hint: 'make it first, or correct the path' }
}

function changeRoots(before: unknown, source: string, roots: string[] | null): StoredObject {
  if (before !== undefined && !isObject(before)) {
    reject('config', 'the config file was left alone: its diary.roots is not an object', 'correct it, then try again')
  }
  const { [source]: _, ...others } = before ?? {}
  return roots === null ? others : { ...others, [source]: roots }
}

/** What the next start would read from the file, this process takes on now. */
function applyRoots(diary: DiarySettings, source: string, roots: string[] | null): void {
  const { [rootsVariableOf(source)]: _, ...env } = diary.environment.env
  const { [source]: __, ...rootsFrom } = diary.rootsFrom
  diary.environment = {
    ...diary.environment,
    env: roots === null ? env : { ...env, [rootsVariableOf(source)]: roots.join(delimiter) },
  }
  diary.rootsFrom = roots === null ? rootsFrom : { ...rootsFrom, [source]: 'config' }
}

/**
 * Changes the section `diary` of the config file in one step. Everything else in the file stays, also what this version
 * does not know; a file that holds something else than settings is refused, never replaced.
 */
async function changeDiaryConfig(
  { configFile, lockTimeoutMs }: Pick<DiarySettings, 'configFile' | 'lockTimeoutMs'>,
  change: (section: StoredObject) => StoredObject,
): Promise<void> {
  await mkdir(dirname(configFile), { recursive: true, mode: 0o700 })
  const lock = join(dirname(configFile), '.locks', 'config')
  await withLock(lock, 'named', lockTimeoutMs, async () => {
    const config = await readConfig(configFile)
    const section = config.diary ?? {}
    if (!isObject(section)) unusable('its section diary is not an object')
    const target = await realpath(configFile).catch(() => configFile)
    await replaceFile(target, fileText({ ...config, diary: change(section) }))
  })
}

async function readConfig(file: string): Promise<StoredObject> {
  const text = await readFile(file, 'utf8').catch(error => {
    if (isCode(error, 'ENOENT')) return '{}'
    return unusable('it cannot be read')
  })
  const value = jsonIn(text)
  return isObject(value) ? value : unusable('it holds no JSON object')
}

function unusable(why: string): never {
  return reject('config', `the config file was left alone: ${why}`, 'correct it or move it away, then try again')
}
