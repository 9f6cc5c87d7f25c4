import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { byteOrder } from '../../kernel/byte-order.ts'
import { loadForgotten } from '../forget/tombstones.ts'
import { orUndefined } from '../rejection.ts'
import type { IndexRow } from '../schema.ts'
import type { DiarySettings } from '../settings.ts'
import { loadFacts } from '../workspace/facts.ts'
import { readObject } from '../workspace/json-file.ts'
import { type FileHashes, hashSpans, spanIn } from '../workspace/line-spans.ts'
import type { Workspace } from '../workspace/open.ts'
import { copyOf, type DiaryProject, loadProject, projectKeys, turnsOf } from '../workspace/project.ts'
import { compareTurns, turnKey } from '../workspace/refs.ts'
import { subagentFolder } from '../workspace/subagent-copy.ts'
import { checkReportFiles, type ReportFile } from './report-files.ts'
import { type Citation, citationKey, citationsWithin, type DailyReport } from './schema.ts'
import { loadReport } from './slots.ts'
import { sentencesOf } from './text/sentences.ts'
import { type Account, accountFaults, accountOf, lostWork } from './unaccounted.ts'

export const Mismatch = z.object({
  project_key: z.string(),
  session_ref: z.string(),
  turn_ref: z.string().nullable().describe('Null when the whole copy differs'),
  lines: z
    .string()
    .nullable()
    .describe(
      'The cited lines, or those that started a sub-agent whose copy differs; null when the whole copy differs',
    ),
  expected: z.string(),
  found: z.string().nullable().describe('Null when there is nothing to read'),
})
export type Mismatch = z.output<typeof Mismatch>

/** The exit code of a verification that found something wrong. */
export const mismatchExit = 7

interface VerifiedDay {
  mismatches: readonly Mismatch[]
  account: Account
  files: readonly ReportFile[]
  lost: readonly string[]
}

/**
 * Whether every line is what was cited, every turn is accounted for once, every sentence cites lines, the report is what
 * was written, and what it was made from is there.
 */
export function dayHolds({ mismatches, account, files, lost }: VerifiedDay): boolean {
  const isSound = accountFaults(account).length === 0 && alteredFiles(files).length === 0
  return mismatches.length === 0 && lost.length === 0 && isSound
}

/** Files of a report that are not what Daybook wrote. */
export function alteredFiles(files: readonly ReportFile[]): ReportFile[] {
  return files.filter(({ verdict }) => verdict === 'changed')
}

/** Reads a file from its beginning to its end. */
type ReadChunks = (path: string) => AsyncIterable<Buffer>

/** Checks every cited span, and every copy that the manifest of prepare knows; each copy is read once. */
export async function verifyDay(
  { root, forgottenDir }: Pick<DiarySettings, 'root' | 'forgottenDir'>,
  workspace: Workspace,
  read: ReadChunks = readChunks,
) {
  const { file, parsed } = await loadReport(workspace)
  const forgotten = loadForgotten({ forgottenDir })
  const isForgotten = ({ project_key, session_ref }: Citation) =>
    forgotten.hasRef(parsed.report_date, project_key, session_ref)
  const cited = citationsWithin(file)
  const citations = cited
    .filter(citation => !isForgotten(citation))
    .sort(
      (one, other) =>
        byteOrder(one.project_key, other.project_key) ||
        compareTurns(one, other) ||
        compareLines(one.lines, other.lines),
    )
  const known = await manifestCopies(root, parsed.report_date)
  const copies = known ?? []
  const keys = [
    ...(await projectKeys(workspace)),
    ...citations.map(({ project_key }) => project_key),
    ...copies.map(keyOf),
  ]
  const projects = await loadAll(workspace, keys)
  const hashes = await hashCited(projects, citations, copies, read)

  const spans = citations.map((citation): Mismatch => {
    const { project_key, session_ref, turn_ref, lines, span_sha256: expected } = citation
    const row = projects.get(project_key)?.byRef.get(session_ref)
    const found = (row && hashes.get(row)?.spans.get(lines)) ?? null
    return { project_key, session_ref, turn_ref, lines, expected, found }
  })
  const helpers = await hashSubagents(projects, read)
  const isChanged = (citation: Citation, at: number) =>
    spans[at]?.found !== spans[at]?.expected || helpers.some(helper => restsOn(citation, helper))
  const changed = new Set(citations.filter(isChanged).map(citationKey))
  const wholes = copies.map((copy): Mismatch => {
    const row = projects.get(keyOf(copy))?.byPath.get(copy.workspace_session_path)
    return {
      project_key: keyOf(copy),
      session_ref: row?.session_ref ?? copy.workspace_session_path,
      turn_ref: null,
      lines: null,
      expected: copy.workspace_checksum_sha256,
      found: (row && hashes.get(row)?.sha256) ?? null,
    }
  })
  const checked = [...spans, ...wholes, ...helpers]
  return {
    checked: checked.length,
    mismatches: checked.filter(({ expected, found }) => found !== expected),
    forgotten: cited.length - citations.length,
    sentences: changed.size === 0 ? [] : doubtedSentences(parsed, changed),
    account: accountOf(
      parsed,
      [...projects].map(([key, { project }]) => ({ key, turns: turnsOf(project) })),
    ),
    files: await checkReportFiles(workspace),
    lost: [
      ...(known
        ? []
        : [`the list of its transcript copies cannot be read: private/${parsed.report_date}/audit.manifest.json`]),
      ...(await lostWork(parsed, new Map([...projects].map(([key, { project }]) => [key, project])), (key, ref) =>
        forgotten.hasRef(parsed.report_date, key, ref),
      )),
    ],
    items: parsed.projects.reduce((count, { work_items }) => count + work_items.length, 0),
    certificate: parsed.certificate,
  }
}

/** What every copy of a sub-agent's transcript holds now. */
async function hashSubagents(projects: ReadonlyMap<string, Sessions>, read: ReadChunks): Promise<Mismatch[]> {
  const found: Mismatch[] = []
  for (const [project_key, { project, byRef }] of projects) {
    for (const { session_ref, turn_ref, subagents } of (await loadFacts(project)).values()) {
      const place = byRef.get(session_ref)?.session_path
      for (const { path, sha256: expected, lines } of place === undefined ? [] : subagents) {
        if (path === null || expected === null || !path.startsWith(`${subagentFolder(place ?? '')}/`)) continue
        const hashes = path.includes('..')
          ? null
          : await hashSpans(read(join(project.folder, path)), []).catch(() => null)
        found.push({ project_key, session_ref, turn_ref, lines, expected, found: hashes?.sha256 ?? null })
      }
    }
  }
  return found
}

/** What a sub-agent did is cited by the line that started it and the line it came back with. */
function restsOn(citation: Citation, helper: Mismatch): boolean {
  if (helper.found === helper.expected) return false
  if (
    citation.project_key !== helper.project_key ||
    turnKey(citation) !== turnKey({ ...helper, turn_ref: helper.turn_ref ?? '' })
  ) {
    return false
  }
  const [cited, started] = [spanIn(citation.lines), spanIn(helper.lines ?? '')]
  if (!cited || !started) return false
  return [started.start, started.end].some(line => cited.start <= line && line <= cited.end)
}

/** The sentences that rest on something changed, by the keys of its citations. */
function doubtedSentences(report: DailyReport, changed: ReadonlySet<string>) {
  return sentencesOf(report).flatMap(({ id, where, text, citations }) => {
    const lines = citations
      .filter(citation => changed.has(citationKey(citation)))
      .map(({ session_ref, lines: cited }) => `${session_ref}:${cited}`)
    return lines.length === 0 ? [] : [{ id, where, text, lines: [...new Set(lines)] }]
  })
}

/** By the first line, then by the last. */
function compareLines(one: string, other: string): number {
  const [first, second] = [spanIn(one), spanIn(other)]
  if (!first || !second) return byteOrder(one, other)
  return first.start - second.start || first.end - second.end
}

interface Sessions {
  project: DiaryProject
  byRef: ReadonlyMap<string, IndexRow>
  byPath: ReadonlyMap<string, IndexRow>
}

/** The projects that can be read, by key. */
async function loadAll(workspace: Workspace, keys: Iterable<string>): Promise<ReadonlyMap<string, Sessions>> {
  const loaded = new Map<string, Sessions>()
  for (const key of new Set(keys)) {
    const project = await orUndefined(loadProject(workspace, key))
    if (!project) continue
    loaded.set(key, {
      project,
      byRef: new Map(project.rows.map(row => [row.session_ref, row])),
      byPath: new Map(project.rows.map(row => [row.session_path, row])),
    })
  }
  return loaded
}

/** What every copy that is cited or in the manifest holds now, by its row; copies that cannot be read are missing. */
async function hashCited(
  projects: ReadonlyMap<string, Sessions>,
  citations: readonly Citation[],
  copies: readonly ManifestCopy[],
  read: ReadChunks,
): Promise<ReadonlyMap<IndexRow, FileHashes>> {
  const wanted = new Map<IndexRow, { project: DiaryProject; lines: Set<string> }>()
  const want = (key: string, row: (sessions: Sessions) => IndexRow | undefined, ...lines: string[]) => {
    const sessions = projects.get(key)
    const found = sessions && row(sessions)
    if (!found) return
    const known = wanted.get(found) ?? { project: sessions.project, lines: new Set() }
    for (const each of lines) known.lines.add(each)
    wanted.set(found, known)
  }
  for (const { project_key, session_ref, lines } of citations) {
    want(project_key, ({ byRef }) => byRef.get(session_ref), lines)
  }
  for (const copy of copies) want(keyOf(copy), ({ byPath }) => byPath.get(copy.workspace_session_path))

  const hashes = new Map<IndexRow, FileHashes>()
  for (const [row, { project, lines }] of wanted) {
    const path = await orUndefined(copyOf(project, row))
    const spans = [...lines].flatMap(each => spanIn(each) ?? [])
    const found = path && (await hashSpans(read(path), spans).catch(() => null))
    if (found) hashes.set(row, found)
  }
  return hashes
}

function readChunks(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: 1024 * 1024 })
}

const Manifest = z.object({
  sessions: z.array(
    z.object({
      workspace_project_key: z.string(),
      workspace_session_path: z.string(),
      workspace_checksum_sha256: z.string(),
    }),
  ),
})

type ManifestCopy = z.output<typeof Manifest>['sessions'][number]

function keyOf({ workspace_project_key }: ManifestCopy): string {
  return workspace_project_key
}

/** Undefined where the list cannot be read; a day may have none. */
async function manifestCopies(root: string, day: string): Promise<ManifestCopy[] | undefined> {
  const stored = await readObject(join(root, 'private', day, 'audit.manifest.json'))
  if (stored.state === 'absent') return []
  return Manifest.safeParse(stored.state === 'read' ? stored.value : undefined).data?.sessions
}
