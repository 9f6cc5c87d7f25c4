import type { CheckType, Materiality, OutcomeCategory, TerminalType, TriggerType } from '../../schema.ts'

type Meanings<Value extends string> = { [value in Value]: string }

const trigger: Meanings<TriggerType> = {
  explicit_user_message: 'the user wrote what they want',
  implicit_context: 'the turn began without a message of the user, for example with a file or an event',
  user_correction: 'the user says that the agent did something wrong or must do it differently',
  user_approval: 'the user agrees, thanks or says go ahead',
  resume_or_continue: 'the user only asks to go on',
}

/** None of them says that work is complete, verified or good. */
const outcome: Meanings<OutcomeCategory> = {
  code_outcome: 'code was implemented, fixed or refactored, or tests were added',
  document_outcome: 'prose was written or changed',
  decision_outcome: 'a choice was made',
  validation_outcome: 'something was shown to hold or to fail',
  process_outcome: 'a workflow, prompt, checklist or review request was made or changed',
  research_outcome: 'a question was answered from sources',
  blocker_outcome: 'a problem was found and not solved',
  other: 'a result of another kind',
}

const check: Meanings<CheckType> = {
  command_output: 'the output of a command other than a test run',
  test_output: 'the output of a test run',
  artifact_inspection: 'a file or page was looked at to see whether it is right',
  user_feedback: 'the user said how it turned out',
  other: 'another observation',
}

const terminal: Meanings<TerminalType> = {
  material_result: 'the turn ended with a result; outcomes must not be empty',
  no_material: 'the turn ended without a result that matters',
  blocked: 'the turn ended at a problem that was not solved',
  interrupted: 'the user or the program stopped it',
  failed: 'the agent gave up or broke down',
  clarification_only: 'the agent ended by asking a question',
  evidence_gap: 'the lines do not show how it ended; citations may be empty',
  other: 'it ended in another way',
}

const materiality: Meanings<Materiality> = {
  material: 'a reader of the day should know about it',
  minor: 'something was done, of little weight',
  none: 'nothing was done, for example thanks',
}

/** Every value a chain may use, with what it means, one line each. */
export const meaningsOfChainValues: string = [
  listed('trigger.type', trigger),
  listed('outcomes[].category', outcome),
  listed('observed_checks[].type', check),
  listed('terminal_state.type', terminal),
  listed('materiality', materiality),
].join('\n')

/** The values of outcomes and endings, which work items share with chains. */
export const meaningsOfItemValues: string = [
  listed('outcomes[].category', outcome),
  listed('terminal_states[].type', terminal),
].join('\n')

function listed(field: string, meanings: { [value: string]: string }): string {
  return [`${field}:`, ...Object.entries(meanings).map(([value, meaning]) => `- ${value}: ${meaning}`)].join('\n')
}
