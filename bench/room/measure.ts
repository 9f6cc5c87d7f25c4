export { type Bench, counted, type Measure } from '../context/measure.ts'
