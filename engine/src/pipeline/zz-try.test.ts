import { it } from 'vitest'
import { ask, sceneModel, outsideScene } from './testing/outside-scene.ts'
import { sensibleModel } from './testing/sensible-model.ts'
it('x', async () => {
  const scene = await outsideScene({ })
  const { model } = await sceneModel(sensibleModel)
  for (const input of ['What was the revenue of Apple in fiscal 2023?', 'How did the revenue of Apple change from 2022 to 2023?','What was the gross margin of Apple in 2023?','What was the revenue of Larkspur Robotics in 2021?', 'Compare the revenue of Apple and Larkspur Robotics in 2023']) for (const own of [undefined, model]) {
  const result = await ask(scene, { input, kind:'finance' }, { model: own })
  console.log(own ? 'MODEL': 'RULES', result.content, result.sources.map(s => [s.url, s.title, s.publishedOn, ...s.excerpts]))
  }
}, 60000)
it('y', async () => {
  const lake = { title: 'Lake Orrin', text: 'Lake Orrin is a freshwater lake in Velmark. Lake Orrin is 74 metres deep.', date: '2025-03-01' }
  const scene = await outsideScene({ pages: {'/lake': lake} })
    const text = 'Lake Orrin is 74 metres deep [E1]. Lake Orrin is a freshwater lake in Velmark [E2].'
    const { fake, model } = await sceneModel({ ...sensibleModel, write: { text, hangAfter: 14 } })
  const spy = { ...model, get contextTokens() {return model.contextTokens}, write: async (p:any,o:any) => { try { const r= await model.write(p,o); console.log(r); return r } catch (e) { console.log(p.task, String(e), o); throw e } }, ask: async (p:any,o:any) => { try { return await model.ask(p,o) } catch (e) { console.log(p.task, String(e), p.user.length, o); throw e } } }
    await ask(scene, {input:'How deep is Lake Orrin?'})
    const result = await ask(scene, { input: 'How deep is Lake Orrin?' }, { model: spy as any, budget: { timeMs: 2_400, writingReserveMs: 1_200 } })
    console.log(result.content, fake.requests.map(r=>r.task))
}, 60000)
