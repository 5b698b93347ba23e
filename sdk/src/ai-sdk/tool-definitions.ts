// biome-ignore-all format: generated
// Generated from the tools of the MCP server: do not edit. Renewed by
// vitest run sdk/src/ai-sdk/tool-definitions.test.ts -u

interface ToolDefinition {
  readonly description: string
  readonly inputSchema: Record<string, unknown>
}

export type ToolName = 'answer' | 'research' | 'finance_research' | 'start_research' | 'check_task' | 'wait_for_task' | 'cancel_task' | 'list_tasks' | 'wallet' | 'usage'

export const toolDefinitions: Readonly<Record<ToolName, ToolDefinition>> = {
  "answer": {
    "description": "A short answer from the web in seconds, with the passages that support it. Use it for one fact or a short question. Takes seconds. Each call is charged separately before it runs, and refunded if it fails. Price per call: 0.02 USD.",
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
          "description": "Use only these hosts or suffixes. Cannot be combined with exclude_domains or boost_domains."
        },
        "exclude_domains": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "maxItems": 500,
          "description": "Never use these hosts or suffixes."
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
          "description": "Age of the pages: day, week, month, year, or a range <start_date>to<end_date> with dates as YYYY-MM-DD."
        },
        "country": {
          "type": "string",
          "description": "Country of the pages, in upper or lower case. One of AR, AU, AT, BE, BR, CA, CL, DK, FI, FR, DE, HK, IN, ID, IT, JP, KR, MY, MX, NL, NZ, NO, CN, PL, PT, PH, RU, SA, ZA, ES, SE, CH, TW, TR, GB, US."
        },
        "language": {
          "type": "string",
          "description": "Language of the pages, in upper or lower case. One of AR, EU, BN, BG, CA, ZH-HANS, ZH-HANT, HR, CS, DA, NL, EN, EN-GB, ET, FI, FR, GL, DE, EL, GU, HE, HI, HU, IS, IT, JA, KN, KO, LV, LT, MS, ML, MR, NB, PL, PT-BR, PT-PT, PA, RO, RU, SR, SK, SL, ES, SV, TA, TE, TH, TR, UK, VI."
        },
        "safesearch": {
          "type": "string",
          "enum": [
            "off",
            "moderate",
            "strict"
          ],
          "default": "moderate",
          "description": "How strictly to filter explicit results."
        }
      }
    }
  },
  "research": {
    "description": "A report with its sources, as thorough as you choose, or JSON that matches your schema. Use it for a question with several parts. Takes under a minute at effort lite, up to three minutes at standard, and longer at the others. Each call is charged separately before it runs, and refunded if it fails. If a call takes longer than the client waits, it keeps running and returns a task_id. Then call wait_for_task, and do not make the same call again. Price per call: lite 0.04 USD, standard 0.15 USD, deep 0.30 USD, exhaustive 1.35 USD, frontier 3.60 USD.",
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
          "description": "The question to research. To get the report in another language, ask for it here."
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
          "description": "How thorough the research is. The efforts deep, exhaustive and frontier always run in the background."
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
              "description": "Use only these hosts or suffixes. Cannot be combined with exclude_domains or boost_domains."
            },
            "exclude_domains": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "maxItems": 500,
              "description": "Never use these hosts or suffixes."
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
              "description": "Age of the pages: day, week, month, year, or a range <start_date>to<end_date> with dates as YYYY-MM-DD."
            },
            "country": {
              "type": "string",
              "description": "Country of the pages, in upper or lower case. One of AR, AU, AT, BE, BR, CA, CL, DK, FI, FR, DE, HK, IN, ID, IT, JP, KR, MY, MX, NL, NZ, NO, CN, PL, PT, PH, RU, SA, ZA, ES, SE, CH, TW, TR, GB, US."
            }
          },
          "additionalProperties": false,
          "description": "Controls the sources of the research."
        },
        "output_schema": {
          "type": "object",
          "properties": {},
          "additionalProperties": true,
          "description": "A JSON Schema for output.content. Not available with lite. The root must have type object. Every object must set additionalProperties to false and list every property as required. At most 32 levels and 1000 properties. The engine that runs the research has tighter limits."
        }
      }
    }
  },
  "finance_research": {
    "description": "A report on companies and markets from filings and data. It may take up to seven minutes. Use it for companies, filings, markets and public finances. Takes minutes. Each call is charged separately before it runs, and refunded if it fails. Price per call: deep 0.35 USD, exhaustive 1.50 USD.",
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
          "description": "The question to research. To get the report in another language, ask for it here."
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
    "description": "Starts research as a background task and returns its task_id at once. Use it for research that takes minutes (deep, exhaustive, frontier), or to run several at a time. Each call is charged separately before it runs, and refunded if it fails. Fetch the report with check_task or wait_for_task. Price per call: lite 0.04 USD, standard 0.15 USD, deep 0.30 USD, exhaustive 1.35 USD, frontier 3.60 USD.",
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
          "description": "The question to research. To get the report in another language, ask for it here."
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
          "description": "How thorough the research is. The efforts deep, exhaustive and frontier always run in the background."
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
              "description": "Use only these hosts or suffixes. Cannot be combined with exclude_domains or boost_domains."
            },
            "exclude_domains": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "maxItems": 500,
              "description": "Never use these hosts or suffixes."
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
              "description": "Age of the pages: day, week, month, year, or a range <start_date>to<end_date> with dates as YYYY-MM-DD."
            },
            "country": {
              "type": "string",
              "description": "Country of the pages, in upper or lower case. One of AR, AU, AT, BE, BR, CA, CL, DK, FI, FR, DE, HK, IN, ID, IT, JP, KR, MY, MX, NL, NZ, NO, CN, PL, PT, PH, RU, SA, ZA, ES, SE, CH, TW, TR, GB, US."
            }
          },
          "additionalProperties": false,
          "description": "Controls the sources of the research."
        },
        "output_schema": {
          "type": "object",
          "properties": {},
          "additionalProperties": true,
          "description": "A JSON Schema for output.content. Not available with lite. The root must have type object. Every object must set additionalProperties to false and list every property as required. At most 32 levels and 1000 properties. The engine that runs the research has tighter limits."
        }
      }
    }
  },
  "check_task": {
    "description": "Free. Returns the current state of a task or call, and its result once it has completed.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "task_id": {
          "type": "string",
          "format": "uuid",
          "description": "The task_id that another tool returned, or the request_id of a call."
        }
      },
      "required": [
        "task_id"
      ],
      "additionalProperties": false
    }
  },
  "wait_for_task": {
    "description": "Free. Waits until a task or call ends and returns its result. If that takes longer than the client waits, the result says so, and you can call this tool again as often as needed.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "task_id": {
          "type": "string",
          "format": "uuid",
          "description": "The task_id that another tool returned, or the request_id of a call."
        }
      },
      "required": [
        "task_id"
      ],
      "additionalProperties": false
    }
  },
  "cancel_task": {
    "description": "Free. Stops a task or call that is still running. It is refunded if it could be stopped; if not, it keeps running and stays charged.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "task_id": {
          "type": "string",
          "format": "uuid",
          "description": "The task_id that another tool returned, or the request_id of a call."
        }
      },
      "required": [
        "task_id"
      ],
      "additionalProperties": false
    }
  },
  "list_tasks": {
    "description": "Free. The background tasks of the account, newest first, without their reports. The status is the latest that the service knows; retrieve a task to refresh it.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "state": {
          "type": "string",
          "enum": [
            "submitting",
            "queued",
            "running",
            "completed",
            "failed"
          ],
          "description": "Returns tasks in this state."
        }
      },
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
    "description": "Free. Lists the latest charged calls with their costs and outcomes, newest first. Use it to see how a call ended whose result is gone.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "description": "How many calls to list. Default: 10."
        }
      },
      "additionalProperties": false
    }
  }
}
