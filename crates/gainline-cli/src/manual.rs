//! The manual pages, made from the same definitions as the help.

use crate::mistakes::did_you_mean;
use anyhow::bail;

/// The page of `gainline`, or of one of its commands: `eval`, or `plot forest`.
pub(crate) fn page(mut program: clap::Command, command: &[String]) -> anyhow::Result<Vec<u8>> {
    program.build();
    let mut found = &program;
    for name in command {
        let Some(below) = found.find_subcommand(name) else {
            let names: Vec<&str> = found.get_subcommands().map(clap::Command::get_name).collect();
            if names.is_empty() {
                bail!("`{}` has no commands below it, so no `{name}`", found.get_name());
            }
            bail!(
                "no command `{name}`{}\n  there are {}",
                did_you_mean(name, &names),
                names.join(", ")
            );
        };
        found = below;
    }
    let mut page = vec![];
    // What short help leaves out belongs here.
    let shown = found.clone().mut_args(|arg| arg.hide_short_help(false));
    clap_mangen::Man::new(shown).render(&mut page)?;
    Ok(page)
}
