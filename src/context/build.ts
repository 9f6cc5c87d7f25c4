import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Tx } from '../db/db.ts'
import type { RecentWorkItem } from '../diary/ports/recent-work-items.ts'
import { diaryKeysOf } from '../diary/repositories/project-keys.ts'
import { sha256 } from '../files/sha256.ts'
import { errorMessage } from '../kernel/fault.ts'
import { formatInstant } from '../kernel/instants.ts'
import { appendActivity } from '../projects/activity.ts'
import { isOwner } from '../projects/roles.ts'
import { type InProject, lockProject } from '../projects/store.ts'
import { buildBlock } from './block/block.ts'
import { type BlockFacts, maxRecords, maxWorkItems } from './block/facts.ts'
import type { Block, BuildArguments } from './block/schema.ts'
import type { ContextContext } from './context.ts'
import { libraryFor } from './library/for-caller.ts'
import { insertBuild, loadBlockSettings, loadCustomData } from './store/project-data.ts'

interface Built {
  project: string
  tick: number
  block: Block
}

/** One function for building and previewing, so that both give the same bytes. */
export async function build(args: BuildArguments, ctx: ContextContext & InProject): Promise<Built> {
  const { project: row } = ctx
  const { texts, settings, records, keys } = await ctx.db.read(tx => gather(tx, args, ctx))
  const notices: string[] = []
  const [library, workItems] = await Promise.all([
    libraryFor(ctx, row.project_path),
    // The diary is the owner's; to others nothing of it shows.
    records && isOwner(ctx.call) ? recentWork(ctx, keys, notices) : [],
  ])
  const facts: BlockFacts = {
    row,
    slice: args.slice ?? row.slice,
    taskFile: args.taskFile ?? row.task_file,
    instruction: args.instruction ?? row.instruction,
    developmentPhase: args.developmentPhase ?? row.development_phase ?? '',
    workType: args.workType ?? (row.work_type === 'start' ? 'start' : 'continue'),
    currentDate: ctx.diary.dayOf(ctx.clock()),
  }
  const block = buildBlock(
    {
      facts,
      texts: {
        recentEvents: texts.recentEvents ?? '',
        additionalNotes: texts.additionalNotes ?? '',
        monorepoNote: texts.monorepoNote ?? '',
        availableTools: texts.availableTools ?? '',
      },
      additionalInstructions: args.additionalInstructions ?? '',
      library,
      openRecords: records ?? { shown: [], total: 0 },
      workItems,
    },
    args.maxTokens ?? settings.maxTokens,
  )
  return { project: row.id, tick: row.tick, block: { ...block, notices: [...block.notices, ...notices] } }
}

/** Builds a block and notes that it was built; the block is given also when the note cannot be made. */
export async function buildAndRecord(args: BuildArguments, ctx: ContextContext & InProject): Promise<Block> {
  const built = await build(args, ctx)
  try {
    await recordBuild(args, built, ctx)
    return built.block
  } catch (error) {
    ctx.log(`context_build: no stamp: ${errorMessage(error)}`)
    return { ...built.block, notices: [...built.block.notices, 'The build could not be noted in the history.'] }
  }
}

async function gather(
  tx: Tx,
  { includeDigest }: BuildArguments,
  { openRecords, diary, project: row }: ContextContext & InProject,
) {
  const settings = await loadBlockSettings(tx, row.id)
  const digest = includeDigest ?? settings.digest
  return {
    settings,
    texts: await loadCustomData(tx, row.id),
    keys: digest ? await diaryKeysOf(tx, diary, row) : [],
    records: digest ? await openRecords(tx, row, maxRecords) : undefined,
  }
}

async function recentWork(
  { diary, log }: ContextContext,
  keys: readonly string[],
  notices: string[],
): Promise<RecentWorkItem[]> {
  if (keys.length === 0 || !existsSync(join(diary.root, 'work'))) return []
  try {
    // A chat that starts waits for its block, and a diary without days has nothing to load.
    const { recentWorkItems } = await import('../diary/ports/recent-work-items.ts')
    return await recentWorkItems(diary, keys, maxWorkItems)
  } catch (error) {
    log(`context: recent work items: ${errorMessage(error)}`)
    notices.push('The diary could not be read: recent work items are left out.')
    return []
  }
}

async function recordBuild(
  args: BuildArguments,
  { project, block }: Built,
  { db, clock }: ContextContext,
): Promise<void> {
  const text = Buffer.from(block.text)
  const bytes = text.length
  await db.note(async tx => {
    const { tick } = await lockProject(tx, project)
    const ts = formatInstant(clock())
    await insertBuild(tx, {
      project_id: project,
      ts,
      sha256: sha256(text),
      bytes,
      estimated_tokens: block.estimatedTokens,
      arguments: JSON.stringify(recordedArguments(args)),
      sections: JSON.stringify(block.sections.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }))),
    })
    await appendActivity(tx, {
      project_id: project,
      tick,
      ts,
      type: 'context_built',
      summary: `Block of ${bytes} bytes in ${block.sections.length} sections built`,
    })
  })
}

/** Enough to distinguish builds; the extra text itself may be large and is not kept. */
function recordedArguments({ additionalInstructions, projectId: _, ...overrides }: BuildArguments) {
  return { ...overrides, ...(additionalInstructions && { additionalInstructions: sha256(additionalInstructions) }) }
}
