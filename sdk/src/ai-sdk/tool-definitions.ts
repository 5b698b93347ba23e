// biome-ignore-all format: generated
// Generated from the tools of the MCP server: do not edit. Renewed by
// vitest run sdk/src/ai-sdk/tool-definitions.test.ts -u

interface ToolDefinition {
  readonly description: string
  readonly inputSchema: Record<string, unknown>
}

export type ToolName = 'answer' | 'research' | 'finance_research' | 'start_research' | 'check_task' | 'wait_for_task' | 'wallet' | 'usage'

export const toolDefinitions: Readonly<Record<ToolName, ToolDefinition>> = {
  "answer": {
    "description": "A short answer from the web in seconds, with the passages that support it. Paid before it runs, refunded if it fails; every call is a new paid one. Price per call: 0.02 USD.",
    "inputSchema": {
      "type": "object",
      "required": [
        "query"
      ],
      "additionalProperties": false,
      "properties": {
        "query": {
          "type": "string",
          "maxLength": 400,
          "description": "The question."
        },
        "include_domains": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "maxItems": 500,
          "description": "Only these hosts or suffixes. Cannot be combined with exclude_domains or boost_domains."
        },
        "exclude_domains": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "maxItems": 500,
          "description": "Never these hosts or suffixes."
        },
        "boost_domains": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "maxItems": 500,
          "description": "Prefer these hosts or suffixes."
        },
        "freshness": {
          "type": "string",
          "description": "day, week, month, year, or a range <start_date>to<end_date> with dates as YYYY-MM-DD."
        },
        "country": {
          "type": "string",
          "description": "Any letter case. One of AR, AU, AT, BE, BR, CA, CL, DK, FI, FR, DE, HK, IN, ID, IT, JP, KR, MY, MX, NL, NZ, NO, CN, PL, PT, PH, RU, SA, ZA, ES, SE, CH, TW, TR, GB, US."
        },
        "language": {
          "type": "string",
          "description": "Any letter case. One of AR, EU, BN, BG, CA, ZH-HANS, ZH-HANT, HR, CS, DA, NL, EN, EN-GB, ET, FI, FR, GL, DE, EL, GU, HE, HI, HU, IS, IT, JA, KN, KO, LV, LT, MS, ML, MR, NB, PL, PT-BR, PT-PT, PA, RO, RU, SR, SK, SL, ES, SV, TA, TE, TH, TR, UK, VI."
        },
        "safesearch": {
          "type": "string",
          "enum": [
            "off",
            "moderate",
            "strict"
          ],
          "default": "moderate",
          "description": "How strictly explicit results are filtered."
        }
      }
    }
  },
  "research": {
    "description": "A report with its sources, as thorough as you choose, or JSON that matches your schema. Paid before it runs, refunded if it fails; every call is a new paid one. A call that outlasts the client’s wait keeps running and returns a task_id: then call wait_for_task, never the same tool again. Price per call: lite 0.04 USD, standard 0.15 USD, deep 0.30 USD, exhaustive 1.35 USD, frontier 3.60 USD.",
    "inputSchema": {
      "type": "object",
      "required": [
        "input"
      ],
      "additionalProperties": false,
      "properties": {
        "input": {
          "type": "string",
          "maxLength": 40000,
          "description": "The question to research. Ask for the language of the report here."
        },
        "research_effort": {
          "type": "string",
          "enum": [
            "lite",
            "standard",
            "deep",
            "exhaustive",
            "frontier"
          ],
          "default": "standard",
          "description": "How thorough the research is. deep, exhaustive and frontier always run in background."
        },
        "source_control": {
          "type": "object",
          "properties": {
            "include_domains": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "maxItems": 500,
              "description": "Only these hosts or suffixes. Cannot be combined with exclude_domains or boost_domains."
            },
            "exclude_domains": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "maxItems": 500,
              "description": "Never these hosts or suffixes."
            },
            "boost_domains": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "maxItems": 500,
              "description": "Prefer these hosts or suffixes."
            },
            "freshness": {
              "type": "string",
              "description": "day, week, month, year, or a range <start_date>to<end_date> with dates as YYYY-MM-DD."
            },
            "country": {
              "type": "string",
              "description": "Any letter case. One of AR, AU, AT, BE, BR, CA, CL, DK, FI, FR, DE, HK, IN, ID, IT, JP, KR, MY, MX, NL, NZ, NO, CN, PL, PT, PH, RU, SA, ZA, ES, SE, CH, TW, TR, GB, US."
            }
          },
          "additionalProperties": false,
          "description": "Which sources the research may use."
        },
        "output_schema": {
          "type": "object",
          "properties": {},
          "additionalProperties": true,
          "description": "A JSON Schema for output.content. Not with lite. The root is of type object; every object sets additionalProperties to false and lists every property as required. At most 32 levels and 1000 properties here; the upstream's own limits are tighter."
        }
      }
    }
  },
  "finance_research": {
    "description": "A report on companies and markets from filings and data. It may take up to six minutes. Paid before it runs, refunded if it fails; every call is a new paid one. Price per call: deep 0.35 USD, exhaustive 1.50 USD.",
    "inputSchema": {
      "type": "object",
      "required": [
        "input"
      ],
      "additionalProperties": false,
      "properties": {
        "input": {
          "type": "string",
          "maxLength": 40000,
          "description": "The question to research. Ask for the language of the report here."
        },
        "research_effort": {
          "type": "string",
          "enum": [
            "deep",
            "exhaustive"
          ],
          "default": "deep",
          "description": "How thorough the research is."
        }
      }
    }
  },
  "start_research": {
    "description": "Starts research as a background task and returns its task_id at once, for research that takes minutes (deep, exhaustive, frontier) or several at a time. Paid before it runs, refunded if it fails; every call is a new paid one. Fetch the report with check_task or wait_for_task. Price per call: lite 0.04 USD, standard 0.15 USD, deep 0.30 USD, exhaustive 1.35 USD, frontier 3.60 USD.",
    "inputSchema": {
      "type": "object",
      "required": [
        "input"
      ],
      "additionalProperties": false,
      "properties": {
        "input": {
          "type": "string",
          "maxLength": 40000,
          "description": "The question to research. Ask for the language of the report here."
        },
        "research_effort": {
          "type": "string",
          "enum": [
            "lite",
            "standard",
            "deep",
            "exhaustive",
            "frontier"
          ],
          "default": "standard",
          "description": "How thorough the research is. deep, exhaustive and frontier always run in background."
        },
        "source_control": {
          "type": "object",
          "properties": {
            "include_domains": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "maxItems": 500,
              "description": "Only these hosts or suffixes. Cannot be combined with exclude_domains or boost_domains."
            },
            "exclude_domains": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "maxItems": 500,
              "description": "Never these hosts or suffixes."
            },
            "boost_domains": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "maxItems": 500,
              "description": "Prefer these hosts or suffixes."
            },
            "freshness": {
              "type": "string",
              "description": "day, week, month, year, or a range <start_date>to<end_date> with dates as YYYY-MM-DD."
            },
            "country": {
              "type": "string",
              "description": "Any letter case. One of AR, AU, AT, BE, BR, CA, CL, DK, FI, FR, DE, HK, IN, ID, IT, JP, KR, MY, MX, NL, NZ, NO, CN, PL, PT, PH, RU, SA, ZA, ES, SE, CH, TW, TR, GB, US."
            }
          },
          "additionalProperties": false,
          "description": "Which sources the research may use."
        },
        "output_schema": {
          "type": "object",
          "properties": {},
          "additionalProperties": true,
          "description": "A JSON Schema for output.content. Not with lite. The root is of type object; every object sets additionalProperties to false and lists every property as required. At most 32 levels and 1000 properties here; the upstream's own limits are tighter."
        }
      }
    }
  },
  "check_task": {
    "description": "Free. The state of a task at this moment, with its report when it is completed.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "task_id": {
          "type": "string",
          "format": "uuid",
          "description": "The task_id that another tool gave."
        }
      },
      "required": [
        "task_id"
      ],
      "additionalProperties": false
    }
  },
  "wait_for_task": {
    "description": "Free. Waits until a task has ended and returns its report; if it takes longer than a client waits, says so, and may be called again as often as needed.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "task_id": {
          "type": "string",
          "format": "uuid",
          "description": "The task_id that another tool gave."
        }
      },
      "required": [
        "task_id"
      ],
      "additionalProperties": false
    }
  },
  "wallet": {
    "description": "Free. The wallet balance, in USD and in wallet units.",
    "inputSchema": {
      "type": "object",
      "properties": {},
      "additionalProperties": false
    }
  },
  "usage": {
    "description": "Free. The latest 100 charged calls of the account, newest first.",
    "inputSchema": {
      "type": "object",
      "properties": {},
      "additionalProperties": false
    }
  }
}
