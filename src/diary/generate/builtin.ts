import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { DiarySettings } from '../settings.ts'
import { askThread, startThreads } from '../threads/threads.ts'
import { appendChains } from '../workspace/append-chains.ts'
import { lineText } from '../workspace/json-file.ts'
import { loadProject, rowOf } from '../workspace/project.ts'
import { type JudgedChains, judgeChains, sessionChains, type WantedChains } from '../workspace/session-chains.ts'
import type { EvidenceTask, Mode, Producer, SynthesisTask, TaskContext } from './producer.ts'
import type { Attempt } from './run.ts'
import { writeItems } from './write-items.ts'

/** The path that needs no model: rules in this process, and nothing leaves the machine. */
export const builtin: Mode = {
  name: 'builtin',
  sends: '',
  open: async () => builtinProducer,
}

export const builtinProducer: Producer = {
  name: 'builtin',
  inProcess: true,
  async evidence(task, ctx) {
    const { refused } = await writeBuiltinChains(task, ctx)
    return { ...free, problem: refused > 0 ? 'built-in chains were refused; the log names the rules' : null }
  },
  async synthesis({ project_key }: SynthesisTask, { workspace, ...ctx }: TaskContext) {
    await writeItems(ctx, { workspace, project_key, by: builtin.name })
    return free
  },
}

const free: Attempt = { tokens: null, cost_usd: null, problem: null }

type BuiltinTask = Pick<EvidenceTask, 'project_key' | 'session_ref'> & { turns: ReadonlyArray<{ turn_ref: string }> }

/** Makes the chains of a session's turns, or takes those that were made already, and commits the sound ones together. */
export async function writeBuiltinChains(
  { project_key, session_ref, turns }: BuiltinTask,
  {
    workspace,
    madeChains,
    signal,
    ...ctx
  }: Pick<TaskContext, 'workspace' | 'madeChains' | 'signal' | 'diary' | 'clock' | 'db' | 'log'>,
): Promise<{ appended: string[]; refused: number }> {
  const project = await loadProject(workspace, project_key)
  const row = rowOf(project, session_ref)
  const turn_refs = new Set(turns.map(({ turn_ref }) => turn_ref))
  const ready = madeChains.find(each => each.project_key === project_key && each.row.session_ref === session_ref)
  const made =
    ready && lineText(ready.row) === lineText(row)
      ? ready.chains
      : await makeChains(ctx.diary, { project, row, turn_refs }, signal)
  const isWanted = ({ turn_ref }: { turn_ref: string }) => turn_refs.has(turn_ref)
  const [chains, refused] = [made.sound.filter(isWanted), made.refused.filter(isWanted)]
  for (const { turn_ref, path } of refused) {
    ctx.log(`diary: built-in chain ${project_key} ${session_ref} ${turn_ref}: ${path}`)
  }
  if (chains.length === 0) return { appended: [], refused: refused.length }
  const submitted = chains.map(chain => ({ chain }))
  const { appended } = await appendChains(ctx, {
    workspace,
    project_key,
    session_ref,
    chains: submitted,
    by: builtin.name,
  })
  return { appended, refused: refused.length + chains.length - appended.length }
}

/** In a thread of its own where there is much to do, so that this one can write meanwhile. */
async function makeChains(diary: DiarySettings, wanted: WantedChains, signal: AbortSignal): Promise<JudgedChains> {
  const { project, row, turn_refs } = wanted
  const bytes = statSync(join(project.folder, row.session_path), { throwIfNoEntry: false })?.size ?? 0
  const { cacheDir, root, environment } = diary
  const { key, folder } = project
  startThreads(diary, bytes)
  const settings = { cacheDir, root, home: environment.home }
  const job = { settings, wanted: { project: { key, folder }, row, turn_refs } }
  const made = await askThread(diary, 'chains', { chains: job })
  signal.throwIfAborted()
  // What cannot be made there is tried here, where faults are known by their names.
  return made ?? judgeChains(await sessionChains(diary, wanted, signal))
}
