import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Tx } from '../db/db.ts'
import type { RecentWorkItem } from '../diary/ports/recent-work-items.ts'
import { diaryKeysOf } from '../diary/repositories/project-keys.ts'
import { errorMessage } from '../kernel/fault.ts'
import { isOwner } from '../projects/roles.ts'
import type { InProject } from '../projects/store.ts'
import { buildBlock } from './block/block.ts'
import { type BlockFacts, maxRecords, maxWorkItems } from './block/facts.ts'
import type { Block, BuildArguments } from './block/schema.ts'
import type { ContextContext } from './context.ts'
import { loadCustomData } from './store/project-data.ts'
import { loadBlockSettings } from './store/settings.ts'

export interface Built {
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
    ctx.library.of(row.project_path),
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
