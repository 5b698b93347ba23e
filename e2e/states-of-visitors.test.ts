import { describeStates } from './scene/describe-states.ts'

describeStates(['visitor', 'newcomer'])
