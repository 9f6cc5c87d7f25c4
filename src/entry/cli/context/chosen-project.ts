import { getProject } from '../../../records/operations/get-project.ts'
import type { Cli } from '../verb.ts'

/** The project named with --project, else that of the folder or the pin, else the default one. */
export async function chosenProject(cli: Cli): Promise<string> {
  return cli.project ?? (await cli.call(getProject, {})).id
}
