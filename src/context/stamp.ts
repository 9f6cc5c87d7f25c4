import { sha256 } from '../files/sha256.ts'
import { errorMessage } from '../kernel/fault.ts'
import { formatInstant } from '../kernel/instants.ts'
import { appendActivity } from '../projects/activity.ts'
import { type InProject, lockProject } from '../projects/store.ts'
import type { Block, BuildArguments } from './block/schema.ts'
import { type Built, build } from './build.ts'
import type { ContextContext } from './context.ts'
import { insertBuild } from './store/builds.ts'

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
