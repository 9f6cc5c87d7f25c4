import { Fault, faultTable } from '../../../kernel/fault.ts'
import { RoomFault } from '../../../room/faults.ts'
import { explain, tellFailure } from '../failure.ts'

/** Tells a refusal of the room with the command that helps. */
export function tellInRoom(error: unknown): number {
  if (!(error instanceof Fault)) return tellFailure(error)
  const hint = (error instanceof RoomFault && nextStep(error)) || error.hint
  process.stderr.write(`${explain({ message: error.message, details: error.details, hint })}\n`)
  return faultTable[error.code].exit
}

/** A refusal that says its own next step knows more than its name does. */
function nextStep({ wire, details, hint }: RoomFault): string | undefined {
  // Where there are rooms to choose from, making one is not the next step.
  return details?.unconfirmed || details?.rooms ? hint : nextSteps[wire]
}

/** What the other faces say in their own words. */
const nextSteps: { readonly [wire: string]: string } = {
  no_workspace: 'Make one here: daybook room init. The sample: daybook room init --sample',
  workspace_exists: 'See which project it is: daybook room status --workspace <dir>',
  not_found: 'See what there is: daybook room agents list, conferences, receipts, issues list, runs list or tools.',
  unknown_recipe: 'See them: daybook room runs recipes',
  key_elsewhere: 'Store it for this address: daybook room keys add <provider> --base-url <url>',
  vault_locked: 'Run it again with --unlock.',
  agent_required: 'See them: daybook room agents list',
  agent_disabled: 'Switch it on: daybook room agents enable <agent>',
  endpoint_incomplete: 'Complete it: daybook room agents set <agent> --provider <name> --model <name> --key <ref>',
  chief_required: 'See who leads: daybook room agents list. Switch others off: daybook room agents disable <agent>',
  invalid_tool_policy: 'See the tools: daybook room tools',
  round_running: 'See how it stands: daybook room conferences',
  not_an_attendee: 'Open a conference with it: daybook room conference "…" --with <agent>',
}
