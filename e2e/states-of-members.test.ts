import { describeStates } from './scene/describe-states.ts'

describeStates(['regular', 'operator'])
