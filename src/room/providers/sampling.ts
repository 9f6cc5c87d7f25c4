import type { ChatRequest } from '../../models/chat.ts'
import type { Endpoint } from '../agents/endpoints.ts'
import { roleNamed } from '../agents/roles.ts'

type Sampling = Pick<ChatRequest, 'temperature' | 'topP' | 'topK' | 'minP' | 'repeatPenalty'>

const coolest = 0.2

/** How freely a model speaks: as its endpoint says, else as its role should, and never freely where a shape is asked. */
export function samplingOf(endpoint: Endpoint, role: string, structured: boolean): Sampling {
  const preset = endpoint.useProviderDefaults ? undefined : roleNamed(role).sampling
  const temperature = endpoint.temperature ?? preset?.temperature
  // Services of this protocol refuse both at once, so the one nobody chose is left out.
  const topP = endpoint.topP ?? (endpoint.provider === 'anthropic' ? undefined : preset?.topP)
  const { topK, minP, repeatPenalty } = endpoint
  return {
    ...given('temperature', structured ? Math.min(temperature ?? coolest, coolest) : temperature),
    ...given('topP', topP),
    ...given('topK', topK),
    ...given('minP', minP),
    ...given('repeatPenalty', repeatPenalty),
  }
}

function given<K extends keyof Sampling>(name: K, value: number | undefined): { [key in K]?: number } {
  // One key of a type that has exactly this one.
  return value === undefined ? {} : ({ [name]: value } as { [key in K]: number })
}
