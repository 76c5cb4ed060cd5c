/* `semigraph completion SHELL`: the script with which bash, zsh or fish completes the words of a command line.
 *
 * Commands, options and their values are those of the tables that the program itself reads, so that the script of a
 * version has what that version takes. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "options.h"

/* What follows an option. */
enum value_kind { VALUE_NONE, VALUE_WORDS, VALUE_OTHER, VALUE_FILE };

/* The k-th option of a command, k = 0, 1, ...; false behind the last. */
static bool option_of(struct option_row *option, const char *command, int k)
{
    for (int row = 0; row < option_count; row++) {
        if ((option_rows[row].commands & bit_of(command)) != 0 && k-- == 0) {
            *option = option_rows[row];
            return true;
        }
    }
    return false;
}

static enum value_kind kind_of(const struct option_row *option)
{
    if (option->value == NULL)
        return VALUE_NONE;
    if (strcmp(option->value, "NAME") == 0 || arguments_choice(option->value, 0) != NULL)
        return VALUE_WORDS;
    if (strcmp(option->value, "N") == 0 || strcmp(option->value, "ID") == 0 ||
        strcmp(option->value, "SIZE") == 0)
        return VALUE_OTHER;
    return VALUE_FILE;
}

/* The k-th word that an option takes; NULL behind the last. */
static const char *word_of(const struct option_row *option, int k)
{
    if (strcmp(option->value, "NAME") != 0)
        return arguments_choice(option->value, k);
    if (strcmp(option->name, "semiring") == 0) {
        const graph_semiring *semiring = graph_semiring_at((size_t)k);
        return semiring != NULL ? graph_semiring_name(semiring) : NULL;
    }
    const graph_method_info *method = graph_method_at((size_t)k);
    return method != NULL ? method->name : NULL;
}

static void print_words(const struct option_row *option)
{
    const char *word;
    for (int k = 0; (word = word_of(option, k)) != NULL; k++)
        printf(k > 0 ? " %s" : "%s", word);
}

/* Text between apostrophes, with a backslash before each of `special`. */
static void print_quoted(const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\'", stdout);
        else if (strchr(special, *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

/* Whether this option of this command is the first of its name in the tables. */
static bool is_first_of_name(int command, int option)
{
    struct option_row row, other;
    if (!option_of(&row, command_at(command)->name, option))
        return false;
    for (int c = 0; c < command; c++)
        for (int k = 0; option_of(&other, command_at(c)->name, k); k++)
            if (strcmp(row.name, other.name) == 0)
                return false;
    return true;
}

static void print_bash(void)
{
    struct option_row option;
    puts(
        "# Completion of semigraph(1) in bash.\n_semigraph()\n{\n"
        "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} options= words=\n"
        "    if [ \"$current\" = = ]; then\n        current=\n"
        "    elif [ \"$previous\" = = ]; then\n        previous=${COMP_WORDS[COMP_CWORD - 2]}\n    fi\n"
        "    COMPREPLY=()\n    case ${COMP_WORDS[1]} in");
    for (int c = 0; command_at(c) != NULL; c++) {
        printf("    %s) options=\"", command_at(c)->name);
        for (int k = 0; option_of(&option, command_at(c)->name, k); k++)
            printf(k > 0 ? " --%s" : "--%s", option.name);
        puts("\" ;;");
    }
    fputs("    completion) words=\"bash zsh fish\" ;;\n    esac\n    case $previous in\n", stdout);
    for (int c = 0; command_at(c) != NULL; c++) {
        for (int k = 0; option_of(&option, command_at(c)->name, k); k++) {
            if (!is_first_of_name(c, k) || kind_of(&option) == VALUE_NONE)
                continue;
            printf("    --%s) ", option.name);
            if (kind_of(&option) == VALUE_WORDS) {
                fputs("words=\"", stdout);
                print_words(&option);
                puts("\" ;;");
            } else {
                puts(kind_of(&option) == VALUE_OTHER ? "return ;;" : "options= ;;");
            }
        }
    }
    fputs("    esac\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words=\"", stdout);
    for (int c = 0; command_at(c) != NULL; c++)
        printf("%s ", command_at(c)->name);
    puts("completion --help --version\"\n    fi\n"
         "    if [ -z \"$words\" ] && [[ $current == -* ]]; then\n        words=$options\n    fi\n"
         "    if [ -n \"$words\" ]; then\n        words=$(compgen -W \"$words\" -- \"$current\")\n"
         "    else\n        compopt -o filenames 2>/dev/null\n"
         "        words=$(compgen -f -- \"$current\")\n    fi\n"
         "    [ -z \"$words\" ] || mapfile -t COMPREPLY <<<\"$words\"\n}\n"
         "complete -F _semigraph semigraph");
}

static void print_zsh(void)
{
    struct option_row option;
    puts("#compdef semigraph\n_semigraph() {\n    if (( CURRENT == 2 )); then\n        local -a commands\n"
         "        commands=(");
    for (int c = 0; command_at(c) != NULL; c++) {
        printf("            '%s:", command_at(c)->name);
        print_quoted(command_at(c)->summary, "");
        puts("'");
    }
    puts("            'completion:Prints the script that completes words in a shell.'\n        )\n"
         "        _describe command commands\n        return\n    fi\n"
         "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in");
    for (int c = 0; command_at(c) != NULL; c++) {
        printf("    %s)\n        _arguments \\\n", command_at(c)->name);
        for (int k = 0; option_of(&option, command_at(c)->name, k); k++) {
            printf("            '--%s%s[", option.name, option.value != NULL ? "=" : "");
            print_quoted(option.text, "[]");
            putchar(']');
            if (option.value != NULL)
                printf(":%s:", option.value);
            if (kind_of(&option) == VALUE_WORDS) {
                putchar('(');
                print_words(&option);
                putchar(')');
            } else if (kind_of(&option) == VALUE_FILE) {
                fputs("_files", stdout);
            } else if (kind_of(&option) == VALUE_OTHER) {
                putchar(' ');
            }
            puts("' \\");
        }
        puts("            '*:file:_files'\n        ;;");
    }
    puts("    completion) _arguments '1:shell:(bash zsh fish)' ;;\n    esac\n}\n_semigraph \"$@\"");
}

static void print_fish(void)
{
    struct option_row option;
    puts("# Completion of semigraph(1) in fish.");
    for (int c = 0; command_at(c) != NULL; c++) {
        const char *name = command_at(c)->name;
        printf("complete -c semigraph -n __fish_use_subcommand -f -a %s -d '", name);
        print_quoted(command_at(c)->summary, "");
        puts("'");
        for (int k = 0; option_of(&option, name, k); k++) {
            printf("complete -c semigraph -n '__fish_seen_subcommand_from %s' -l %s", name, option.name);
            if (kind_of(&option) == VALUE_WORDS) {
                fputs(" -x -a '", stdout);
                print_words(&option);
                putchar('\'');
            } else if (kind_of(&option) != VALUE_NONE) {
                fputs(kind_of(&option) == VALUE_FILE ? " -r" : " -x", stdout);
            }
            fputs(" -d '", stdout);
            print_quoted(option.text, "");
            puts("'");
        }
    }
    puts("complete -c semigraph -n __fish_use_subcommand -f -a completion -d "
         "'Prints the script that completes words in a shell.'\n"
         "complete -c semigraph -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'");
}

int print_completion(const char *shell)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t k = 0; shell != NULL && k < sizeof shells / sizeof shells[0]; k++) {
        if (strcmp(shell, shells[k].name) == 0) {
            shells[k].print();
            return EXIT_DONE;
        }
    }
    if (shell == NULL)
        complain("completion", "SHELL is missing; expected bash, zsh or fish");
    else
        complain("completion", "\"%s\" is no shell that is known here; expected bash, zsh or fish", shell);
    return EXIT_USAGE;
}
