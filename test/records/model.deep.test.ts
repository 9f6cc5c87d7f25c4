import { testInterleavings } from './model/interleavings.ts'

testInterleavings([
  { on: 'one record', length: 5, states: 841 },
  { on: 'one record both have loaded', length: 4, states: 1697 },
  { on: 'a parent and its child', length: 5, states: 4463 },
  { on: 'two roots', length: 4, states: 594 },
])
