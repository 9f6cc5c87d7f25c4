import { z } from 'zod'
import { cutTo } from '../../kernel/text.ts'
import type { PathFaultCode, Snapshot, VfsFile } from '../workspace/vfs.ts'
import { Answer } from './answer.ts'
import { describeArguments } from './arguments.ts'
import type { Tool, ToolContext, ToolResult } from './tool.ts'
import { WorkspaceReader } from './workspace-reader.ts'

/** What the run of a tool works with. */
export interface ToolWork extends ToolContext {
  reader: WorkspaceReader
  answer: Answer
}

/** How a tool is declared. */
interface Declaration<Input extends z.ZodObject> extends Omit<Tool<Input>, 'args' | 'run'> {
  /** Names the files that a run would read; with it the tool takes `dry_run`. */
  wouldRead?(args: z.output<Input>, dry: DryRun, ctx: ToolContext): void
  run(args: z.output<Input>, work: ToolWork): Promise<ToolResult>
}

/** A tool whose `run` gets arguments of the types that `input` declares, with the defaults filled in. */
export function defineTool<Input extends z.ZodObject>({ wouldRead, run, ...declared }: Declaration<Input>): Tool {
  const input = wouldRead ? declared.input.extend({ dry_run: dryRun }) : declared.input
  return {
    ...declared,
    input,
    args: describeArguments(input),
    async run({ dry_run, ...given }, ctx) {
      // Parsed by the input of this very tool.
      const args = given as z.output<Input>
      if (!wouldRead || !dry_run) {
        return run(args, { ...ctx, reader: new WorkspaceReader(ctx), answer: new Answer(declared) })
      }
      const dry = new DryRun(ctx.snapshot)
      wouldRead(args, dry, ctx)
      return dry.result(declared)
    },
  }
}

const dryRun = z.boolean().describe('Only say what would be read.').default(false)

/** What a run would read, found without reading it. */
class DryRun {
  readonly #snapshot: Snapshot
  readonly #files = new Set<VfsFile>()
  readonly #missing: { path: string; code: PathFaultCode }[] = []
  #more: object = {}

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
  }

  path(path: string): void {
    const found = this.#snapshot.resolve(path)
    if ('fault' in found) this.#missing.push({ path: cutTo(path.toWellFormed(), 200), code: found.fault.code })
    else this.#files.add(found.file)
  }

  files(files: Iterable<VfsFile>): void {
    for (const file of files) this.#files.add(file)
  }

  /** What else can be said without a run. */
  add(more: object): void {
    this.#more = more
  }

  result(tool: Pick<Tool, 'id' | 'version'>): ToolResult {
    const would = [...this.#files].slice(0, 200)
    return new Answer(tool).json({
      dry_run: true,
      would_read: would.map(({ path, size_bytes, lines }) => ({ path, size_bytes, total_lines: lines })),
      missing: this.#missing,
      ...this.#more,
    })
  }
}
