// What the scripts and styles of the page must keep to; how they are laid out is the formatter's business.

import css from "@eslint/css";
import js from "@eslint/js";
import globals from "globals";

export default [
    {
        ...js.configs.recommended,
        files: ["**/*.js"],
        languageOptions: { globals: globals.browser },
        rules: {
            ...js.configs.recommended.rules,
            eqeqeq: "error",
            "no-console": "error",
            "no-else-return": "error",
            "no-shadow": "error",
            "no-unused-vars": "error",
            "no-var": "error",
            "object-shorthand": "error",
            "prefer-const": "error",
            "prefer-template": "error",
        },
    },
    {
        ...js.configs.recommended,
        files: ["**/*.mjs"],
        languageOptions: { globals: globals.node },
    },
    {
        ...css.configs.recommended,
        files: ["**/*.css"],
        language: "css/css",
        rules: {
            ...css.configs.recommended.rules,
            // Colours are defined in one file and used in others, which the rule does not see.
            "css/no-invalid-properties": ["error", { allowUnknownVariables: true }],
            "css/use-baseline": [
                "error",
                {
                    available: "newly",
                    // Where these are not known, the page looks plainer and works as well.
                    allowProperties: ["accent-color", "user-select"],
                    allowPropertyValues: { "font-family": ["ui-monospace"] },
                },
            ],
        },
    },
];
