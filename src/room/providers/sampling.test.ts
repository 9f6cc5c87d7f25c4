import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Endpoint } from '../agents/endpoints.ts'
import { samplingOf } from './service-model.ts'

const endpoint = (given: object = {}) => Endpoint.parse({ provider: 'ollama', model: 'm', ...given })

it.each([
  ['continuity', 0.1, 0.9],
  ['Chief of Staff', 0.2, 0.9],
  ['planner', 0.3, 0.9],
  ['critic', 0.3, 0.9],
  ['Cartographer', 0.3, 0.9],
  ['editor', 0.4, 0.92],
  ['writer', 0.8, 0.95],
])('a %s speaks at temperature %d and topP %d', (role, temperature, topP) => {
  expect(samplingOf(endpoint(), role, false)).toEqual({ temperature, topP })
})

it('sampling takes what the endpoint says before what the role would', () => {
  const given = { temperature: 1.2, topP: 0.5, topK: 40, minP: 0.05, repeatPenalty: 1.1 }
  expect(samplingOf(endpoint(given), 'writer', false)).toEqual(given)
  expect(samplingOf(endpoint({ useProviderDefaults: true }), 'writer', false)).toEqual({})
  expect(samplingOf(endpoint({ useProviderDefaults: true, topK: 7 }), 'writer', false)).toEqual({ topK: 7 })
  expect(samplingOf(endpoint({ provider: 'anthropic' }), 'writer', false)).toEqual({ temperature: 0.8 })
})

it('sampling asks for shapes with little freedom, whatever was chosen', () => {
  const temperature = fc.option(fc.double({ min: 0, max: 2, noNaN: true }), { nil: undefined })
  const role = fc.constantFrom('writer', 'continuity', 'x')
  fc.assert(
    fc.property(temperature, fc.boolean(), role, (chosen, useProviderDefaults, of) => {
      const sampling = samplingOf(endpoint({ temperature: chosen, useProviderDefaults }), of, true)
      expect(sampling.temperature).toBeLessThanOrEqual(0.2)
      if (chosen !== undefined && chosen <= 0.2) expect(sampling.temperature).toBe(chosen)
    }),
  )
})
