import { describe, expect, it } from 'vitest'
import { wantedLanguage } from './wanted-language.ts'

describe('wantedLanguage', () => {
  it.each([
    ['de', 'What is the capital of Bolivia? Answer in German.'],
    ['de', 'Please respond in german: what is the capital of Bolivia?'],
    ['es', 'Write a report about the mining industry of Bolivia in Spanish.'],
    ['de', 'Write in German about the mining industry of Bolivia.'],
    ['de', 'Answer in the German language, please. How large is Chad?'],
    ['fr', 'How large is Chad? (in French)'],
    ['fr', 'How large is Chad? In French, please.'],
    ['pt-br', 'Answer in Brazilian Portuguese. How large is Chad?'],
    ['zh-hans', 'Reply in Simplified Chinese: how large is Chad?'],
    ['nb', 'Answer in Norwegian: how large is Chad?'],
    ['en', 'Wie groß ist der Tschad? Antworte auf Englisch.'],
    ['de', 'How large is Chad? Bitte auf Deutsch.'],
    ['de', 'How large is Chad? Bitte auf Deutsch antworten.'],
    ['de', 'How large is Chad? Answer auf Deutsch.'],
    ['de', 'How large is Chad, in German please'],
    ['es', 'How large is Chad? En español, por favor.'],
    ['fr', 'How large is Chad? Réponds en français.'],
    ['en', 'Responde en inglés: ¿cuál es la capital de Chad?'],
    ['de', 'Responda em alemão: qual é a capital do Chade?'],
    ['de', 'Rispondi in tedesco: qual è la capitale del Ciad?'],
    ['en', 'Antwoord in het Engels: wat is de hoofdstad van Tsjaad?'],
    ['en', 'Svara på engelska: vad heter huvudstaden?'],
  ])('%s is asked for by "%s"', (language, input) => {
    expect(wantedLanguage(input)).toBe(language)
  })

  it.each([
    ['en', 'What is the word for bread in German called, and where does it come from?'],
    ['en', 'Which novels written in German won the most prizes?'],
    ['en', 'What was the response in French newspapers to the treaty of Rome?'],
    ['en', 'Which reporters in French Guiana were arrested in the last year?'],
    ['en', 'Which writers in German exile were the most widely read of all?'],
    ['en', 'What is the capital of France?'],
    ['de', 'Was ist die Hauptstadt von Frankreich?'],
    ['fr', 'Quelle est la capitale de la France ?'],
    ['es', '¿Cuál es la capital de Francia?'],
    ['it', 'Qual è la capitale della Francia?'],
    ['pl', 'Jaka jest stolica Francji?'],
    ['ru', 'Какая столица Франции?'],
    ['uk', 'Яка столиця Франції?'],
    ['ja', '日本の首都はどこですか'],
    ['ko', '한국의 수도는?'],
    ['zh', '北京人口多少'],
    ['th', 'เมืองหลวงของไทยคืออะไร'],
  ])('without a request, %s is the language of "%s"', (language, input) => {
    expect(wantedLanguage(input)).toBe(language)
  })

  it('the last of several requests counts', () => {
    expect(wantedLanguage('Answer in French. No, answer in German.')).toBe('de')
  })

  it('a request at the end of a long input is seen', () => {
    expect(wantedLanguage(`${'The canal is long. '.repeat(2_000)}Answer in German.`)).toBe('de')
  })

  it('returns no language for a text whose language is unclear', () => {
    expect(wantedLanguage('')).toBeUndefined()
    expect(wantedLanguage('AAPL 2024 10-K')).toBeUndefined()
    expect(wantedLanguage('12 + 30')).toBeUndefined()
  })

  it('hostile repetition asks for nothing', () => {
    expect(wantedLanguage(`${'answer '.repeat(5_000)}german`)).not.toBe('de')
    expect(wantedLanguage('('.repeat(40_000))).not.toBe('de')
    expect(wantedLanguage(`answer ${'in '.repeat(13_000)}german german`)).not.toBe('de')
  })
})
