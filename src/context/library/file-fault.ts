import { Fault } from '../../kernel/fault.ts'

/** What is wrong in a file of prompts or statements, before it is known which file it is. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
  constructor(
    readonly problem: string,
    readonly remedy: string,
    readonly line?: number,
  ) {
    super(problem)
  }
}

export function invalidFile(file: string, { problem, remedy, line }: FileFault): Fault {
  return new Fault('PROMPT_FILE_INVALID', 'A file of prompts or statements cannot be used.', {
    details: { file, ...(line !== undefined && { line }), problem, remedy },
  })
}
